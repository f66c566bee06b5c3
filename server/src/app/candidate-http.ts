/**
 * What an engine answers while it waits for its turn, at the port where it will serve: otherwise whoever watches it can't
 * tell it from one that is gone.
 */
import { blameForListening } from '#app/failed-start.ts';
import { openRoleHttp, type RoleHttp } from '#app/role-http.ts';
import type { Bus } from '#bus/bus.ts';
import type { Config } from '#ground/config.ts';
import { replyError } from '#refusals/reply-error.ts';
import { watchDatabase } from '#system/health.ts';

export async function openCandidateHttp(config: Config, bus: Pick<Bus, 'isAway'>): Promise<RoleHttp> {
  const database = watchDatabase(config.databaseAppUrl ?? config.databaseUrl ?? '');
  const trouble = () => {
    if (bus.isAway) return replyError('ServiceUnavailable', {});
    return database.isAway() ? replyError('DatabaseConnectionError', {}) : undefined;
  };
  const http = await openRoleHttp(config, { trouble, waitsFor: () => 'turn' }).catch(blameForListening);
  let closing: Promise<void> | undefined;
  return {
    address: http.address,
    close() {
      if (!closing) {
        closing = http.close();
        // A question that the database has not answered is not waited for: nobody can trade meanwhile.
        void database.close();
      }
      return closing;
    },
  };
}

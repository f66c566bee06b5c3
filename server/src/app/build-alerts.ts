/** Builds the watch of price alerts where the jobs are, and what follows drawings everywhere. */
import { createAlertEnds } from '#alerts/alert-ends.ts';
import { type AlertStore, createAlertStore, type DrawnSince } from '#alerts/alert-store.ts';
import { type AlertWatch, watchAlerts } from '#alerts/alert-watch.ts';
import { type AlertChanges, followAlertChanges, tellAlertChanges } from '#alerts/alert-words.ts';
import { followDrawings } from '#alerts/drawn-alerts.ts';
import type { HttpServerDeps } from '#app/http-server-deps.ts';
import type { Clock } from '#ground/clock.ts';
import { type Jobs, ROUND_MS } from '#ground/jobs.ts';
import type { KeyedMutex } from '#ground/keyed-mutex.ts';
import type { InvestorMailbox } from '#notifications/investor-mailbox.ts';
import type { Grids } from '#orders/order-wire.ts';

export interface Alerts {
  readonly store: AlertStore;
  readonly changes: AlertChanges;
  /** Undefined in a process that has not got the jobs. */
  readonly watch: AlertWatch | undefined;
  /** Moves and ends the alerts of an investor as their drawings were. */
  followDrawings(investorId: string): Promise<void>;
  /** Looks for alerts and drawings of which no word came. */
  resume(): Promise<void>;
}

export interface AlertParts {
  readonly wall: Pick<Clock, 'nowMs'>;
  readonly jobs: Jobs;
  readonly grids: Grids;
  readonly exclusively: KeyedMutex;
  readonly mailbox: InvestorMailbox;
}

export async function buildAlerts(
  deps: HttpServerDeps,
  { wall, jobs, mailbox, ...parts }: AlertParts,
): Promise<Alerts> {
  const { clock, reads, sequencer, market, log } = deps;
  const store = createAlertStore(reads.whole);
  const onError = (err: unknown): void => log.error({ err }, 'a price alert was not written down');
  const ends = createAlertEnds({ pool: reads.whole, mailbox, state: sequencer.state });
  const { journalEndedMs: watchedUntilMs = sequencer.state.timeMs } = deps;
  const watch = jobs.areHere
    ? await watchAlerts({ ...{ store, ends, market, sequencer, clock }, watchedUntilMs, onError })
    : undefined;
  if (watch) followAlertChanges(jobs, watch, onError);
  const changes = watch ?? tellAlertChanges(jobs);
  const drawn = { ...parts, store, market, clock, state: sequencer.state, watch: changes };
  const follow = (since: DrawnSince) => followDrawings(drawn, since);
  if (watch) await follow({ writtenMs: 0 });
  return {
    ...{ store, changes, watch },
    followDrawings: (investorId) => follow({ investorId }),
    async resume() {
      await watch?.lookAtAll();
      await follow({ writtenMs: wall.nowMs() - 2 * ROUND_MS });
    },
  };
}

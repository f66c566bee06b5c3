/** Exports open and settled positions as files, all pages of them, with the server's own figures. */
import type { OpenPosition, SettledPosition } from '@mua/contract/entities/position';
import { listOpenPositions, listSettledPositions } from '@mua/contract/http/positions';
import { LIMITS } from '@mua/contract/limits';
import { POSITION_CSV, SETTLED_CSV } from '#orders/csv-columns.ts';
import type { ListExport } from '#orders/export-list.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { callAs } from '#signed-in/actor.ts';

export interface ListedPositions {
  readonly actor: AccountActor;
  readonly account: string;
  readonly contractCode: string | undefined;
}

export function positionExport({ actor, account, contractCode }: ListedPositions): ListExport<OpenPosition> {
  return {
    list: 'positions',
    account,
    columns: POSITION_CSV,
    page: async (_cursor, signal) => {
      const { items } = await callAs(actor.userId, listOpenPositions, {
        params: { accountId: actor.accountId },
        signal,
      });
      const listed = items.filter((one) => contractCode === undefined || one.contractCode === contractCode);
      return { items: listed, nextCursor: null };
    },
  };
}

export function settledExport({ actor, account, contractCode }: ListedPositions): ListExport<SettledPosition> {
  return {
    list: 'settled-positions',
    account,
    columns: SETTLED_CSV,
    page: (cursor, signal) =>
      callAs(actor.userId, listSettledPositions, {
        params: { accountId: actor.accountId },
        query: {
          limit: String(LIMITS.pageSizeMax),
          ...(contractCode === undefined ? {} : { contractCode }),
          ...(cursor === null ? {} : { cursor }),
        },
        signal,
      }),
  };
}

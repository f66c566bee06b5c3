/** Exports the conditional orders of a view as a file, all pages of them. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import { listConditionalOrders } from '@mua/contract/http/conditional-orders';
import { LIMITS } from '@mua/contract/limits';
import type { ConditionalView } from '#orders/conditional-orders.ts';
import { CONDITIONAL_CSV } from '#orders/csv-columns.ts';
import type { ListExport } from '#orders/export-list.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { callAs } from '#signed-in/actor.ts';

export interface ListedConditionals {
  readonly actor: AccountActor;
  readonly account: string;
  readonly view: ConditionalView;
  readonly contractCode: string | undefined;
}

export function conditionalExport(of: ListedConditionals): ListExport<ConditionalOrder> {
  const { actor, account, view, contractCode } = of;
  return {
    list: `conditional-orders-${view}`,
    account,
    columns: CONDITIONAL_CSV,
    page: (cursor, signal) =>
      callAs(actor.userId, listConditionalOrders, {
        params: { accountId: actor.accountId },
        query: {
          view,
          limit: String(LIMITS.pageSizeMax),
          ...(contractCode === undefined ? {} : { contractCode }),
          ...(cursor === null ? {} : { cursor }),
        },
        signal,
      }),
  };
}

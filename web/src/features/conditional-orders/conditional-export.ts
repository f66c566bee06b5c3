/** The conditional orders of a view as a file, all pages of them. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import { listConditionalOrders } from '@mua/contract/http/conditional-orders';
import { LIMITS } from '@mua/contract/limits';
import { callAs } from '#data/actor.ts';
import type { ConditionalView } from '#data/conditional-orders.ts';
import { CONDITIONAL_CSV } from '#data/csv-columns.ts';
import type { ListExport } from '#data/export-list.ts';
import type { AccountActor } from '#data/orders.ts';

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

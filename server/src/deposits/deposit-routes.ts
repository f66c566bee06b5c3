/** Money in: what investors ask for, what banks say, and what operators make of the rest. */
import {
  assignBankNotification,
  listAllDeposits,
  listBankNotifications,
  notifyOfPayment,
  returnBankNotification,
} from '@mua/contract/http/bank-notifications';
import { payAtDemoBank } from '@mua/contract/http/demo-bank';
import { createDeposit, listDepositBanks, listDeposits, readDeposit } from '@mua/contract/http/deposits';
import { pageSize } from '@mua/contract/wire';
import type { DemoBank } from '#deposits/demo-bank.ts';
import type { MoneyIn } from '#deposits/money-in.ts';
import { type Bind, created, ok } from '#http/bind-route.ts';
import { replyError } from '#refusals/reply-error.ts';

export function bindDepositRoutes(bind: Bind, { deposits }: Pick<MoneyIn, 'deposits'>): void {
  bind(listDepositBanks, () => ok({ items: [...deposits.banks], nextCursor: null, isOpen: deposits.banks.length > 0 }));
  bind(createDeposit, async ({ params, body }) => created(await deposits.create(params.accountId, body)));
  bind(readDeposit, async ({ params }) => ok(await deposits.read(params.accountId, params.depositId)));
  bind(listDeposits, async ({ params, query }) =>
    ok(await deposits.list(params.accountId, { cursor: query.cursor, limit: pageSize(query.limit) })),
  );
}

/** `demoBank` is absent where money is real. */
export function bindBankRoutes(
  bind: Bind,
  { deposits, notifications, decisions }: MoneyIn,
  demoBank: DemoBank | undefined,
): void {
  bind(listAllDeposits, async ({ query }) =>
    ok(await deposits.list(null, { cursor: query.cursor, limit: pageSize(query.limit) })),
  );
  bind(listBankNotifications, async () => ok({ items: await decisions.list(), nextCursor: null }));
  bind(assignBankNotification, async ({ params, body }) => ok(await decisions.assign(params.id, body)));
  bind(returnBankNotification, async ({ params, body }) => ok(await decisions.sendBack(params.id, body)));
  bind(notifyOfPayment, async ({ body }) => ok(await notifications.receive(body)));
  bind(payAtDemoBank, async ({ body }) => {
    if (!demoBank) throw replyError('NotFound', {});
    return ok(await demoBank.pay(body));
  });
}

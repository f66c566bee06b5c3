/** Withdrawals: their owner's calls, and the operators' (docs/rules/margin-and-money.md#withdrawals). */
import {
  approveWithdrawal,
  listWithdrawals,
  payWithdrawal,
  readWithdrawal,
  rejectWithdrawal,
  sendWithdrawal,
} from '@mua/contract/http/operator-withdrawals';
import {
  cancelWithdrawRequest,
  listWithdrawRequests,
  readWithdrawRequest,
  withdraw,
} from '@mua/contract/http/withdrawals';
import { pageSize } from '@mua/contract/wire';
import { accepted, type Bind, ok } from '#http/bind-route.ts';
import { askerOf } from '#identity/codes/asker.ts';
import type { WithdrawalDesk } from '#withdrawals/withdrawal-desk.ts';
import type { Withdrawals } from '#withdrawals/withdrawals.ts';

export function bindWithdrawalRoutes(bind: Bind, withdrawals: Withdrawals): void {
  bind(withdraw, async ({ actor, params, body, request }) => {
    const { amount, beneficiaryAccountId, note } = body;
    return accepted(
      await withdrawals.ask(askerOf(actor, request), params.accountId, {
        ...{ amountVnd: BigInt(amount), beneficiaryAccountId, note: note || undefined },
      }),
    );
  });
  bind(listWithdrawRequests, async ({ params, query }) =>
    ok(await withdrawals.list(params.accountId, { cursor: query.cursor, limit: pageSize(query.limit) })),
  );
  bind(readWithdrawRequest, async ({ params }) => ok(await withdrawals.read(params.accountId, params.requestId)));
  bind(cancelWithdrawRequest, async ({ params }) => ok(await withdrawals.cancel(params.accountId, params.requestId)));
  bindDesk(bind, withdrawals.desk);
}

function bindDesk(bind: Bind, desk: WithdrawalDesk): void {
  bind(listWithdrawals, async () => ok({ items: await desk.list(), nextCursor: null }));
  bind(readWithdrawal, async ({ params }) => ok(await desk.read(params.requestId)));
  bind(approveWithdrawal, async ({ params, body }) => ok(await desk.approve(params.requestId, body)));
  bind(sendWithdrawal, async ({ params, body }) => ok(await desk.send(params.requestId, body)));
  bind(rejectWithdrawal, async ({ params, body: { cause = null, ...by } }) =>
    ok(await desk.reject(params.requestId, { ...by, cause })),
  );
  bind(payWithdrawal, async ({ params, body }) => ok(await desk.pay(params.requestId, body)));
}

/** The broker's side of the books is the other side of its sub-accounts' cash, also where one of them owes. */
import { expect, test } from 'vitest';
import { brokerClose } from '#engine/broker-close.ts';
import { cashVnd, createEngineState, newAccount } from '#engine/state.ts';
import { cashAccount, deficitAccount, post, postingBetween, postingOf } from '#ledger/ledger.ts';

test('with what sub-accounts owe, cash and the broker’s balances add up to zero, for demo and live', () => {
  const state = createEngineState();
  for (const [accountId, isDemo, depositVnd, lossVnd] of [
    ['an', true, 500n, 700n],
    ['binh', true, 900n, 20n],
    ['chi', false, 300n, 0n],
  ] as const) {
    const who = { accountId, investorId: accountId, investorKind: 'individual', isDemo, isActivated: true } as const;
    const of = newAccount(who);
    state.accounts.set(accountId, of);
    const posted = { of, reference: '1' };
    post(state.balances, postingBetween({ ...posted, type: 'deposit', broker: 'deposits', amountVnd: depositVnd }));
    post(
      state.balances,
      postingBetween({ ...posted, type: 'realised-profit', broker: 'realised-profit', amountVnd: -lossVnd }),
    );
    const owedVnd = lossVnd - depositVnd;
    if (owedVnd > 0n)
      post(
        state.balances,
        postingOf({
          ...{ type: 'deficit', accountId, amountVnd: owedVnd, reference: '1' },
          ...{ gives: deficitAccount(accountId), takes: cashAccount(accountId) },
        }),
      );
  }
  const { house } = brokerClose(state);
  for (const isDemo of [true, false]) {
    const own = house.filter((one) => one.isDemo === isDemo);
    const accounts = [...state.accounts.values()].filter((one) => one.isDemo === isDemo);
    const cash = accounts.reduce((sum, account) => sum + cashVnd(state, account), 0n);
    expect(own.reduce((sum, { balanceVnd }) => sum + balanceVnd, 0n)).toBe(-cash);
    expect(own.find(({ account }) => account === 'deficit')?.balanceVnd).toBe(isDemo ? -200n : 0n);
  }
});

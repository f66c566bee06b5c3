/** What stands in the broker's own books when its trade date ends: the other side of what it owes its sub-accounts. */
import type { BrokerClose } from '#engine/events.ts';
import { type EngineState, owedVnd } from '#engine/state.ts';
import { inForce } from '#instruments/dated.ts';
import { BROKER_ACCOUNTS, balanceOf, brokerAccount } from '#ledger/ledger.ts';

/** Between two steps the books do not move: what stands in them now is how the date ended. */
export function brokerClose(state: EngineState): BrokerClose {
  const owed = { demo: 0n, live: 0n };
  for (const account of state.accounts.values()) owed[account.isDemo ? 'demo' : 'live'] += owedVnd(state, account);
  const house = [true, false].flatMap((isDemo) => [
    ...BROKER_ACCOUNTS.map((account) => ({
      ...{ isDemo, account },
      balanceVnd: balanceOf(state.balances, brokerAccount(account, isDemo)),
    })),
    { isDemo, account: 'deficit' as const, balanceVnd: -owed[isDemo ? 'demo' : 'live'] },
  ]);
  const settlements = [...state.contracts.values()].flatMap(({ contract: { code }, settlementTicks }) =>
    settlementTicks === null ? [] : [{ contractCode: code, settlementTicks }],
  );
  const rates = [...state.rates].flatMap(([currency, dated]) => {
    const rateE4 = inForce(dated, state.timeMs);
    return rateE4 === undefined ? [] : [{ currency, rateE4 }];
  });
  return {
    house,
    settlements: settlements.sort((one, other) => (one.contractCode < other.contractCode ? -1 : 1)),
    rates: rates.sort((one, other) => (one.currency < other.currency ? -1 : 1)),
  };
}

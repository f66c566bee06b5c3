/** Enters settlement prices that the market has and the engine lacks, so that limits and values can be computed. */
import type { Sequencer } from '#journal/sequencer.ts';
import type { MarketView } from '#market/market-view.ts';
import type { ContractUpdate } from '#venue/port/market-data.ts';

/** At a start: for contracts new to the engine, or whose settlement it missed. */
export async function settleMissed(
  sequencer: Sequencer,
  market: Pick<MarketView, 'quote'>,
  contractCodes: readonly string[],
): Promise<void> {
  const settlements = contractCodes.flatMap((contractCode) => {
    const settlementTicks = market.quote(contractCode)?.settlementTicks ?? null;
    return settlementTicks === null ? [] : [{ contractCode, settlementTicks }];
  });
  if (settlements.length > 0) await sequencer.submit({ kind: 'settleContracts', settlements });
}

/** For a delivery month listed while running: its first reference price comes with its first update. */
export function settleNewcomers(sequencer: Sequencer, updates: readonly ContractUpdate[]): void {
  const settlements = updates.flatMap(({ contractCode, day }) => {
    const settlementTicks = day?.settlementTicks ?? null;
    const isNew = sequencer.state.contracts.get(contractCode)?.settlementTicks === null;
    return settlementTicks === null || !isNew ? [] : [{ contractCode, settlementTicks }];
  });
  if (settlements.length > 0) void sequencer.submit({ kind: 'settleContracts', settlements });
}

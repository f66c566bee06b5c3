/** What a later release may change of the reference data, and what it may not while it is in use. */
import type { Commodity, Contract } from '@mua/core/engine';
import { expect, test } from 'vitest';
import { listedInstruments } from '#schedule/listings.ts';
import { enterReferenceData, TicksInUseError } from '#schedule/reference-data.ts';
import { type MarketHarness, openMarketHarness, real, vietnam } from '#test/fixtures/market-harness.ts';

const NOW = '2026-11-16 12:00';

/** Starts again with corn as a later release has it. */
function startAgain(
  { sequencer }: MarketHarness,
  changed: { readonly commodity?: Partial<Commodity>; readonly contract?: Partial<Contract> },
): Promise<void> {
  const nowMs = vietnam(NOW);
  const instruments = listedInstruments((commodity) => real.tradeDateAt(commodity, nowMs))
    .filter(({ commodity }) => commodity.code === 'ZCE')
    .map(({ commodity, contract }) => ({
      commodity: { ...commodity, ...changed.commodity },
      contract: contract.code === 'ZCEZ26' ? { ...contract, ...changed.contract } : contract,
    }));
  return enterReferenceData(sequencer, { instruments, accounts: [], nowMs });
}

const price = (contractCode: string) =>
  ({ kind: 'settleContracts', settlements: [{ contractCode, settlementTicks: 1_800 }] }) as const;

test.each<[string, Partial<Commodity>]>([
  ['a finer tick', { grid: { scale: 3, tickUnits: 125, display: 'eighths' } }],
  ['another value of a tick', { tickValueMinor: 625n }],
  ['another currency', { currency: 'JPY' }],
])('%s is refused while a contract has a price, and nothing is entered', async (_what, commodity) => {
  const market = await openMarketHarness(NOW, { codes: ['ZCE'] });
  await market.sequencer.submit(price('ZCEZ26'));
  const { seq } = market.state;
  const started = startAgain(market, { commodity: { ...commodity, nameEn: 'Maize' } });
  await expect(started).rejects.toThrow(TicksInUseError);
  await expect(started).rejects.toThrow('ZCE');
  expect(market.state.seq).toBe(seq);
  market.keeper.stop();
});

test('a finer tick is taken before anything has a price', async () => {
  const market = await openMarketHarness(NOW, { codes: ['ZCE'] });
  for (const listed of market.state.contracts.values()) Object.assign(listed, { settlementTicks: null });
  await startAgain(market, { commodity: { tickValueMinor: 625n } });
  expect(market.state.commodities.get('ZCE')?.tickValueMinor).toBe(625n);
  market.keeper.stop();
});

test('a name, a margin and the way prices are written may change', async () => {
  const market = await openMarketHarness(NOW, { codes: ['ZCE'] });
  await market.sequencer.submit(price('ZCEZ26'));
  const grid = { scale: 2, tickUnits: 25, display: 'decimal' } as const;
  await startAgain(market, { commodity: { nameEn: 'Maize', grid } });
  expect(market.state.commodities.get('ZCE')).toMatchObject({ nameEn: 'Maize', grid });
  market.keeper.stop();
});

test('a corrected notice date reaches a listed contract, and moves its close-out', async () => {
  const market = await openMarketHarness(NOW, { codes: ['ZCE'] });
  const listed = market.state.contracts.get('ZCEZ26');
  expect(listed?.closeOut.long).toMatchObject({ date: '2026-11-27', sessionsLeft: 8 });
  await startAgain(market, { contract: { firstNotificationDate: '2026-11-20' } });
  expect(listed?.contract.firstNotificationDate).toBe('2026-11-20');
  market.keeper.stop();
  const corrected = await openMarketHarness(NOW, { codes: [], state: market.state });
  expect(listed?.closeOut.long).toMatchObject({ date: '2026-11-19', sessionsLeft: 3 });
  corrected.keeper.stop();
});

test('a notice date that moves far away lets positions be opened again', async () => {
  const market = await openMarketHarness(NOW, { codes: ['ZCE'] });
  const listed = market.state.contracts.get('ZCEZ26');
  await startAgain(market, { contract: { firstNotificationDate: '2026-12-14', lastTradeDay: '2026-12-28' } });
  market.keeper.stop();
  const corrected = await openMarketHarness(NOW, { codes: [], state: market.state });
  expect(listed?.closeOut.long?.date).toBe('2026-12-11');
  expect(listed?.closeOut.long?.sessionsLeft).toBeGreaterThan(10);
  corrected.keeper.stop();
});

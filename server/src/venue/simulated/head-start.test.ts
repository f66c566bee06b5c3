import { listContracts, REFERENCE_COMMODITIES } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { manualClock } from '#ground/clock.ts';
import type { ContractUpdate } from '#venue/port/market-data.ts';
import { playHeadStart } from '#venue/simulated/head-start.ts';
import { byPlace, termsOf } from '#venue/simulated/places.ts';
import { createSimulatedMarket } from '#venue/simulated/simulated-market.ts';
import { createSimulatedVenue } from '#venue/simulated/simulated-venue.ts';
import { prepareMarket } from '#venue/thread/market-thread.ts';

const START_MS = Date.UTC(2026, 10, 20, 13, 0, 0, 40);
const CONTRACTS = REFERENCE_COMMODITIES.filter(({ commodity }) =>
  ['ZCE', 'CLE', 'SIE'].includes(commodity.code),
).flatMap(({ commodity, listing }) =>
  listContracts(commodity, listing, '2026-11-20', 3).map((contract) => ({ contract, commodity })),
);
const PLAN = { seed: 7, marketHours: 'always', contracts: CONTRACTS, untilMs: START_MS - 4_000 } as const;

function opened(headStart?: ReturnType<typeof playHeadStart>): readonly ContractUpdate[] {
  const options = { seed: 7, epoch: 'e', startMs: START_MS, marketHours: 'always', contracts: CONTRACTS } as const;
  return createSimulatedMarket({ ...options, headStart }).step(START_MS).updates;
}

describe('a market that was played in advance', () => {
  test('opens with the book and the tape that it would have had', () => {
    const plain = opened();
    const headStart = playHeadStart(PLAN);
    const begun = opened(headStart);
    for (const { listed, place } of byPlace(CONTRACTS))
      expect(headStart.take(listed.contract.code, termsOf(listed, place), START_MS)).toBeUndefined();
    expect(begun.map(({ contractCode }) => contractCode)).toEqual(plain.map(({ contractCode }) => contractCode));
    for (const [at, { contractCode, bids = [], trades = [] }] of plain.entries()) {
      const other = begun[at];
      // What it has forgotten of a quarter of an hour ago is a thousandth of a price's offset.
      const apart = Math.abs((bids[0]?.priceTicks ?? 0) - (other?.bids?.[0]?.priceTicks ?? 0));
      expect(apart, contractCode).toBeLessThanOrEqual(1);
      expect(other?.trades?.at(-1)?.tradeId, contractCode).toBe(trades.at(-1)?.tradeId);
    }
  });

  test('plays a contract anew that has other terms, or that was played too long ago', () => {
    const [first] = byPlace(CONTRACTS);
    if (!first) throw new Error('nothing is listed');
    const { code } = first.listed.contract;
    const terms = termsOf(first.listed, first.place);
    expect(playHeadStart(PLAN).take(code, { ...terms, topLots: terms.topLots + 1 }, START_MS)).toBeUndefined();
    expect(playHeadStart(PLAN).take(code, terms, START_MS + 120_000)).toBeUndefined();
    expect(playHeadStart(PLAN).take(code, terms, PLAN.untilMs - 1_000)).toBeUndefined();
    const headStart = playHeadStart(PLAN);
    expect(headStart.take(code, terms, START_MS)).toBeDefined();
    expect(headStart.take(code, terms, START_MS)).toBeUndefined();
  });

  test('opens in the thread that was prepared, and in another one if that has ended', async () => {
    const ended = prepareMarket(PLAN);
    await ended.terminate();
    for (const prepared of [prepareMarket(PLAN), ended]) {
      const clock = manualClock(START_MS);
      const venue = createSimulatedVenue({
        ...{ seed: 7, contracts: CONTRACTS, clock, isManual: true, epoch: 'sim', prepared },
      });
      const told = new Set<string>();
      await venue.start({
        restarted: async () => {},
        lost: async () => {},
        back: async () => {},
        instruments: () => {},
        reports: async () => {},
        market: (updates) => updates.forEach(({ contractCode }) => void told.add(contractCode)),
        failed: (error) => {
          throw error;
        },
      });
      await venue.stop();
      for (const { contract } of CONTRACTS) expect(told).toContain(contract.code);
    }
    expect(ended.threadId).toBe(-1);
  });
});

import { describe, expect, test } from 'vitest';
import { createQuotes } from '#market/quotes.ts';
import type { Trade } from '#venue/port/market-data.ts';

const trade = (index: number): Trade => ({
  tradeId: `t-${index}`,
  timeMs: 1_000 + index,
  priceTicks: 100 + index,
  lots: 1,
  aggressor: 'BUY',
});

describe('quotes', () => {
  test('keep the newest value of each field; an absent field has not changed', () => {
    const quotes = createQuotes();
    const contractCode = 'ZCEZ26';
    quotes.take([
      {
        contractCode,
        timeMs: 1,
        bids: [{ priceTicks: -1, lots: 5 }],
        asks: [{ priceTicks: 0, lots: 7 }],
        trades: [trade(1), trade(2)],
        day: { openTicks: 1, highTicks: 3, lowTicks: -2, settlementTicks: 0, volumeLots: 12, openInterestLots: 900 },
        session: { state: 'OPEN', opensAtMs: null },
      },
      { contractCode, timeMs: 2, bids: [] },
    ]);
    expect(quotes.quote(contractCode)).toEqual({
      contractCode,
      lastTicks: 102,
      lastLots: 1,
      lastMs: 1_002,
      bidTicks: null,
      bidLots: null,
      askTicks: 0,
      askLots: 7,
      openTicks: 1,
      highTicks: 3,
      lowTicks: -2,
      settlementTicks: 0,
      volumeLots: 12,
      openInterestLots: 900,
      session: 'OPEN',
      opensAtMs: null,
      timeMs: 2,
    });
    expect(quotes.depth(contractCode)).toEqual({ bids: [], asks: [{ priceTicks: 0, lots: 7 }] });
    expect(quotes.quote('XCZ26')).toBeUndefined();
    expect(quotes.tape('XCZ26', null, 5)).toEqual([]);
  });

  test('a quote that was returned does not change later', () => {
    const quotes = createQuotes();
    quotes.take([{ contractCode: 'A', timeMs: 1 }]);
    const before = quotes.quote('A');
    quotes.take([{ contractCode: 'A', timeMs: 2, trades: [trade(1)] }]);
    expect(before?.timeMs).toBe(1);
    expect(quotes.quote('A')?.lastTicks).toBe(101);
  });

  test('the tape is newest first, paged and bounded', () => {
    const quotes = createQuotes();
    for (let i = 0; i < 1_000; i += 1) quotes.take([{ contractCode: 'A', timeMs: i, trades: [trade(i)] }]);
    const first = quotes.tape('A', null, 3);
    expect(first.map(({ tradeId }) => tradeId)).toEqual(['t-999', 't-998', 't-997']);
    expect(quotes.tape('A', 't-997', 2).map(({ tradeId }) => tradeId)).toEqual(['t-996', 't-995']);
    expect(quotes.tape('A', 'unknown', 2)).toEqual([]);
    const all = quotes.tape('A', null, 10_000);
    expect(all).toHaveLength(500);
    expect(quotes.tape('A', all.at(-1)?.tradeId ?? '', 5)).toEqual([]);
  });

  test('everything known of a contract is one update, from which it can be known elsewhere', () => {
    const quotes = createQuotes();
    const trades = Array.from({ length: 700 }, (_, i) => trade(i));
    for (const one of trades) quotes.take([{ contractCode: 'A', timeMs: one.timeMs, trades: [one] }]);
    quotes.take([
      {
        contractCode: 'A',
        timeMs: 9_000,
        bids: [{ priceTicks: 4, lots: 2 }],
        session: { state: 'OPEN', opensAtMs: 7 },
      },
      { contractCode: 'B', timeMs: 9_001 },
    ]);
    const elsewhere = createQuotes();
    for (const code of quotes.contractCodes()) elsewhere.take([quotes.whole(code) ?? { contractCode: '?', timeMs: 0 }]);
    for (const code of ['A', 'B', 'C']) {
      expect(elsewhere.quote(code)).toEqual(quotes.quote(code));
      expect(elsewhere.depth(code)).toEqual(quotes.depth(code));
      expect(elsewhere.tape(code, null, 1_000)).toEqual(quotes.tape(code, null, 1_000));
      expect(elsewhere.volumeAtPrice(code)).toEqual(quotes.volumeAtPrice(code));
    }
    // More than the tape holds.
    expect(elsewhere.volumeAtPrice('A')).toHaveLength(700);
    expect(quotes.whole('C')).toBeUndefined();
  });

  test('a tape begins anew where trades are missing', () => {
    const quotes = createQuotes();
    quotes.take([{ contractCode: 'A', timeMs: 1, trades: [trade(1), trade(2)] }]);
    quotes.take([{ contractCode: 'A', timeMs: 9, hasGap: true, trades: [trade(9)] }]);
    expect(quotes.tape('A', null, 10).map(({ tradeId }) => tradeId)).toEqual(['t-9']);
  });
});

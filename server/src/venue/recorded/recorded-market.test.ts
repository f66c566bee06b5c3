import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractOf, RECORDED_GOLD, RECORDED_GOLD_CONTRACT, REFERENCE_COMMODITIES } from '@mua/core/engine';
import { afterAll, describe, expect, test } from 'vitest';
import type { Bar, ContractUpdate, Trade } from '#venue/port/market-data.ts';
import { createRecordedMarket } from '#venue/recorded/recorded-market.ts';
import { type RecordedBar, readRecording } from '#venue/recorded/recording.ts';
import type { ListedContract, Market } from '#venue/thread/market.ts';

const folder = mkdtempSync(join(tmpdir(), 'mua-recording-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ROOT = new URL('../../../../', import.meta.url);
const CORN_FILE = fileURLToPath(new URL('e2e/recordings/corn-240m.csv', ROOT));
const DATA_DIR = process.env.MARKET_DATA_DIR ?? fileURLToPath(new URL('../shared/data', ROOT));
const GOLD_FILE = join(DATA_DIR, 'prices/apache/GC_minute_trade_20131007_20131011.csv');

const GOLD: ListedContract = { contract: RECORDED_GOLD_CONTRACT, commodity: RECORDED_GOLD.commodity };
const START_MS = Date.UTC(2026, 10, 20, 2);

const FIRST_MS = Date.UTC(2013, 9, 7, 0, 0);
const ROWS = [
  'time,open,high,low,close,volume',
  '2013-10-07T00:00:00Z,1313.7,1313.9,1313.0,1313.2,49',
  '2013-10-07T00:01:00Z,1313.3,1313.3,1313.3,1313.3,1',
  '2013-10-07T00:03:00Z,1310.0,1310.5,1309.0,1309.5,20',
];

function write(name: string, lines: readonly string[]): string {
  const file = join(folder, name);
  writeFileSync(file, lines.join('\n'));
  return file;
}

function open(file: string, change: { speed?: number; positionMs?: number; listed?: ListedContract } = {}): Market {
  const { speed = 60, listed = GOLD, positionMs } = change;
  const position = positionMs === undefined ? {} : { positionMs };
  const playback = { speed, isPaused: false };
  return createRecordedMarket({ epoch: 'rec', startMs: START_MS, file, listed, playback, ...position });
}

function minutes(market: Market, contractCode: string): readonly Bar[] {
  const query = { contractCode, interval: '1m', beforeMs: Number.MAX_SAFE_INTEGER, limit: 10_000 } as const;
  return market.bars?.(query) ?? [];
}

function asBars(file: string, listed: ListedContract): Bar[] {
  const recording = readRecording(file, listed.commodity.grid);
  const rows: readonly RecordedBar[] = recording.kind === 'bars' ? recording.bars : [];
  return rows.map(({ timeMs, ...rest }) => ({ openMs: timeMs, ...rest }));
}

function corn(): ListedContract {
  const found = REFERENCE_COMMODITIES.find(({ commodity }) => commodity.code === 'ZCE');
  if (!found) throw new Error('no corn');
  return {
    commodity: found.commodity,
    contract: contractOf(found.commodity, found.listing, { year: 2026, month: 12 }),
  };
}

describe('the recorded market', () => {
  test('its minutes equal the file row for row, at any speed and with any steps', () => {
    const file = write('rows.csv', ROWS);
    for (const speed of [1, 60, 600]) {
      const market = open(file, { speed });
      for (let ms = 0; ms <= 300_000 / speed; ms += 100) market.step(START_MS + ms);
      expect(minutes(market, 'GCEZ13')).toEqual(asBars(file, GOLD));
    }
    const once = open(file);
    once.step(START_MS + 3_600_000);
    expect(minutes(once, 'GCEZ13')).toEqual(asBars(file, GOLD));
  });

  test('opens with the first price, ten levels a side, and the first open as its settlement price', () => {
    const [update] = open(write('open.csv', ROWS)).step(START_MS).updates;
    expect(update?.trades?.map(({ priceTicks }) => priceTicks)).toEqual([13_137]);
    expect(update?.bids).toHaveLength(10);
    expect(update?.asks).toHaveLength(10);
    expect(update?.bids?.[0]?.priceTicks).toBe(13_136);
    expect(update?.asks?.[0]?.priceTicks).toBe(13_138);
    expect(update?.day).toMatchObject({ settlementTicks: 13_137, openTicks: 13_137 });
    expect(update?.timeMs).toBe(FIRST_MS);
  });

  test('runs in the recording’s time, at its speed, and closes when the recording ends', () => {
    const market = open(write('time.csv', ROWS), { speed: 60 });
    market.step(START_MS);
    expect(market.marketTimeMs(START_MS + 1_000)).toBe(FIRST_MS + 60_000);
    const updates: ContractUpdate[] = [];
    for (let ms = 100; ms <= 6_000; ms += 100) updates.push(...market.step(START_MS + ms).updates);
    expect(updates.flatMap(({ session }) => session ?? []).map(({ state }) => state)).toEqual(['CLOSED']);
    expect(updates.at(-1)).toMatchObject({ bids: [], asks: [] });
    expect(market.marketTimeMs(START_MS + 3_600_000)).toBe(FIRST_MS + 4 * 60_000);
    const order = { orderId: 'o', contractCode: 'GCEZ13', ownerId: 'an', side: 'BUY', duration: 'DAY' } as const;
    const late = market.handle(
      [{ kind: 'submit', order: { ...order, orderType: 'MARKET', quantityLots: 1 } }],
      START_MS + 7_000,
    );
    expect(late.reports).toMatchObject([{ kind: 'rejected', reason: 'MarketClosed' }]);
  });

  test('fills investors’ orders: at market at once, a limit when the recording passes it', () => {
    const market = open(write('orders.csv', ROWS), { speed: 60 });
    market.step(START_MS);
    const order = { contractCode: 'GCEZ13', ownerId: 'an', duration: 'GTC', quantityLots: 2 } as const;
    const placed = market.handle(
      [
        { kind: 'submit', order: { ...order, orderId: 'm', side: 'BUY', orderType: 'MARKET', duration: 'DAY' } },
        { kind: 'submit', order: { ...order, orderId: 'l', side: 'BUY', orderType: 'LIMIT', limitPriceTicks: 13_110 } },
      ],
      START_MS + 10,
    );
    expect(placed.reports).toMatchObject([
      { kind: 'accepted', orderId: 'm' },
      { kind: 'filled', orderId: 'm', priceTicks: 13_138, lots: 2 },
      { kind: 'accepted', orderId: 'l' },
    ]);
    const later = market.step(START_MS + 3_100);
    expect(later.reports).toMatchObject([{ kind: 'filled', orderId: 'l', priceTicks: 13_110, lots: 2 }]);
  });

  test('begins at a position: earlier trades are history, and their last price is the current one', () => {
    const market = open(write('position.csv', ROWS), { positionMs: FIRST_MS + 120_000 });
    const [update] = market.step(START_MS).updates;
    expect(update?.trades?.at(-1)?.priceTicks).toBe(13_133);
    expect(update?.bids?.[0]?.priceTicks).toBe(13_132);
    expect(minutes(market, 'GCEZ13')).toHaveLength(2);
  });

  describe('its operator', () => {
    test('pauses it: time and prices stop, orders still match; it continues where it was', () => {
      const market = open(write('pause.csv', ROWS), { speed: 60 });
      market.step(START_MS);
      market.play?.({ speed: 60, isPaused: true }, null, START_MS + 500);
      const pausedMs = FIRST_MS + 30_000;
      expect(market.marketTimeMs(START_MS + 60_000)).toBe(pausedMs);
      expect(market.step(START_MS + 60_000).updates).toEqual([]);
      const order = { orderId: 'o', contractCode: 'GCEZ13', ownerId: 'an', side: 'BUY', duration: 'IOC' } as const;
      const submit = { kind: 'submit', order: { ...order, orderType: 'MARKET', quantityLots: 1 } } as const;
      expect(market.handle([submit], START_MS + 60_001).reports.at(-1)?.kind).toBe('filled');
      market.play?.({ speed: 60, isPaused: false }, null, START_MS + 70_000);
      expect(market.marketTimeMs(START_MS + 71_000)).toBe(pausedMs + 60_000);
    });

    test('changes the speed from now on, without changing the past', () => {
      const market = open(write('speed.csv', ROWS), { speed: 60 });
      market.step(START_MS);
      market.play?.({ speed: 1, isPaused: false }, null, START_MS + 1_000);
      expect(market.marketTimeMs(START_MS + 3_000)).toBe(FIRST_MS + 62_000);
    });

    test('jumps forward: skipped bars exist and count towards the day, the last price is current, nothing matched', () => {
      const market = open(write('jump.csv', ROWS), { speed: 1 });
      market.step(START_MS);
      const order = { orderId: 'l', contractCode: 'GCEZ13', ownerId: 'an', side: 'BUY', duration: 'GTC' } as const;
      const limit = { ...order, orderType: 'LIMIT', limitPriceTicks: 13_091, quantityLots: 1 } as const;
      market.handle([{ kind: 'submit', order: limit }], START_MS + 10);
      const { reports, updates } = market.play?.({ speed: 1, isPaused: true }, FIRST_MS + 200_000, START_MS + 20) ?? {};
      expect(reports).toEqual([]);
      expect(market.marketTimeMs(START_MS + 20)).toBe(FIRST_MS + 200_000);
      expect(minutes(market, 'GCEZ13')).toHaveLength(3);
      expect(updates?.[0]?.trades?.map(({ priceTicks }) => priceTicks)).toEqual([13_105]);
      expect(updates?.[0]?.bids?.[0]?.priceTicks).toBe(13_104);
      expect(updates?.[0]?.day).toMatchObject({
        openTicks: 13_137,
        highTicks: 13_139,
        lowTicks: 13_100,
        volumeLots: 60,
      });
      market.play?.({ speed: 1, isPaused: false }, null, START_MS + 30);
      const later = market.step(START_MS + 60_000);
      expect(later.reports).toMatchObject([{ kind: 'filled', orderId: 'l', priceTicks: 13_091 }]);
      expect(minutes(market, 'GCEZ13')).toHaveLength(3);
    });

    test('jumps to the end, where the market closes', () => {
      const market = open(write('end.csv', ROWS));
      market.step(START_MS);
      const ended = market.play?.({ speed: 60, isPaused: false }, FIRST_MS + 240_000, START_MS + 20);
      expect(ended?.updates[0]).toMatchObject({ session: { state: 'CLOSED' }, bids: [], asks: [] });
      expect(minutes(market, 'GCEZ13')).toHaveLength(3);
    });
  });

  test('at the end of a trade date day orders expire, and the settlement price is the broker’s', () => {
    // The date rolls at 05:00 in Vietnam, between the second row and the third.
    const rows = ROWS.map((row) =>
      row.replace('T00:00', 'T21:58').replace('T00:01', 'T21:59').replace('T00:03', 'T22:01'),
    );
    const market = open(write('date.csv', rows));
    market.step(START_MS);
    const order = { orderId: 'd', contractCode: 'GCEZ13', ownerId: 'an', side: 'BUY', duration: 'DAY' } as const;
    const limit = { ...order, orderType: 'LIMIT', limitPriceTicks: 12_000, quantityLots: 1 } as const;
    market.handle([{ kind: 'submit', order: limit }], START_MS + 10);
    const settlements = new Map([['GCEZ13', 13_100]]);
    const ended = market.endTradeDate(
      {
        endedDate: '2013-10-07',
        nextDate: '2013-10-08',
        contractCodes: ['GCEZ13'],
        atMs: START_MS + 2_500,
        settlements,
      },
      START_MS + 2_500,
    );
    expect(ended.reports).toMatchObject([{ kind: 'expired', orderId: 'd' }]);
    expect(ended.updates[0]?.day).toMatchObject({ settlementTicks: 13_100, openTicks: null, volumeLots: 0 });
    expect(ended.updates[0]?.bids ?? []).not.toEqual([]);
  });

  test('its sessions are its own: only a halt and its end affect them, no calendar does', () => {
    const market = open(write('halt.csv', ROWS));
    const codes = ['GCEZ13'];
    expect(market.step(START_MS).updates[0]?.session).toMatchObject({ state: 'OPEN', unscheduled: { isHalt: false } });
    const close = { contractCodes: codes, state: 'CLOSED', opensAtMs: null, atMs: START_MS } as const;
    expect(market.setSession(close, START_MS).updates[0]?.session).toBeUndefined();
    const halted = market.setHalt('GCEZ13', true, START_MS + 10).updates[0];
    expect(halted).toMatchObject({ session: { state: 'PAUSED', unscheduled: { isHalt: true } }, bids: [] });
    expect(market.step(START_MS + 1_100).updates.flatMap(({ trades = [] }) => trades)).toEqual([]);
    market.setHalt('GCEZ13', false, START_MS + 1_200);
    const ended = market.step(START_MS + 60_000).updates[0];
    expect(ended?.session).toEqual({ state: 'CLOSED', opensAtMs: null, unscheduled: { isHalt: false } });
    expect(ended?.trades?.length).toBeGreaterThan(0);
  });

  test('trades are played as recorded', () => {
    const file = write('trades.csv', [
      'time,price,size',
      '2013-10-07T00:00:00.100Z,1313.0,3',
      '2013-10-07T00:00:00.100Z,1313.1,1',
      '2013-10-07T00:00:07Z,1312.0,9',
    ]);
    const market = open(file, { speed: 1 });
    const trades: Trade[] = [];
    for (let ms = 0; ms <= 10_000; ms += 100) {
      for (const update of market.step(START_MS + ms).updates) trades.push(...(update.trades ?? []));
    }
    expect(trades.map(({ priceTicks, lots, aggressor }) => [priceTicks, lots, aggressor])).toEqual([
      [13_130, 3, 'BUY'],
      [13_131, 1, 'BUY'],
      [13_120, 9, 'SELL'],
    ]);
  });
});

describe('the recordings on this machine', () => {
  test('the small corn recording in the repository plays row for row', () => {
    const market = open(CORN_FILE, { listed: corn(), speed: 600 });
    for (let ms = 0; ms <= 25_000; ms += 100) market.step(START_MS + ms);
    const bars = minutes(market, 'ZCEZ26');
    expect(bars).toEqual(asBars(CORN_FILE, corn()));
    expect(bars.length).toBeGreaterThanOrEqual(230);
  });

  const name = existsSync(GOLD_FILE)
    ? 'five days of real gold play row for row'
    : `five days of real gold: SKIPPED, ${GOLD_FILE} is missing (set MARKET_DATA_DIR)`;
  test.skipIf(!existsSync(GOLD_FILE))(name, () => {
    const market = open(GOLD_FILE, { speed: 600 });
    market.step(START_MS + 5 * 24 * 3_600_000);
    expect(minutes(market, 'GCEZ13')).toEqual(asBars(GOLD_FILE, GOLD));
  });
});

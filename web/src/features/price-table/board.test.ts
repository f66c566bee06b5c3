import type { Contract } from '@mua/contract/entities/contract';
import { describe, expect, test } from 'vitest';
import { indexesOf, rangeInView, topsOf } from '#design/use-visible-lines.ts';
import {
  COLUMN_IDS,
  type ColumnLayout,
  type ColumnTracks,
  headSpans,
  layoutColumns,
} from '#features/price-table/board-columns.ts';
import {
  type BoardSort,
  filterContracts,
  groupedLines,
  nextSort,
  sortContracts,
} from '#features/price-table/board-lines.ts';
import type { QuoteField } from '#market/price-store.ts';
import { type KeptColumns, UNTOUCHED } from '#session/column-memory.ts';

const contract = (code: string, vi: string, en: string, group: Contract['group'], exchange = 'CBOT') =>
  ({
    ...{ code, commodityCode: code.slice(0, 3), commodityName: { vi, en }, group, exchange },
    ...{ expiryMonth: '2026-12', decimalFormat: { scale: 2, tickUnits: 25, display: 'decimal' } },
  }) as Contract;

const coffee = contract('LRCF27', 'Cà phê Robusta', 'Robusta coffee', 'industrial', 'ICE EU');
const corn = contract('ZCEZ26', 'Ngô', 'Corn', 'grain');
const soy = contract('ZSEF27', 'Đậu tương', 'Soybean', 'grain');
const all = [corn, soy, coffee];

test('tab, group and text narrow together', () => {
  const filter = (changes: object) =>
    filterContracts(all, { tab: 'all', group: null, text: '', ...changes }, new Set(['LRCF27']));
  expect(filter({ tab: 'favorites' })).toEqual([coffee]);
  expect(filter({ tab: 'favorites', group: 'grain' })).toEqual([]);
  expect(filter({ group: 'grain', text: 'ngo' })).toEqual([corn]);
});

test('groups are in the order of the specification, collapsed ones keep their heading', () => {
  const lines = groupedLines([coffee, soy, corn], new Set(['grain'] as const));
  expect(lines.map((line) => (line.kind === 'group' ? `${line.group} ${line.count}` : line.contract.code))).toEqual([
    'grain 2',
    'industrial 1',
    'LRCF27',
  ]);
});

describe('sort', () => {
  const figures: Record<string, Partial<Record<QuoteField, number>>> = {
    ZCEZ26: { last: 1831, settlement: 1809, volume: 0 },
    ZSEF27: { last: 4474, settlement: 4498 },
    LRCF27: { last: 3985, settlement: 3985, volume: 11_894 },
  };
  const read = (code: string) => (field: QuoteField) => figures[code]?.[field] ?? null;
  const codes = (sort: BoardSort) => sortContracts(all, sort, read, 'vi').map(({ code }) => code);

  test.each<[BoardSort['key'], BoardSort['direction'], string[]]>([
    ['changePercent', 'descending', ['ZCEZ26', 'LRCF27', 'ZSEF27']],
    ['changePercent', 'ascending', ['ZSEF27', 'LRCF27', 'ZCEZ26']],
    ['totalVolume', 'descending', ['LRCF27', 'ZCEZ26', 'ZSEF27']],
    ['totalVolume', 'ascending', ['ZCEZ26', 'LRCF27', 'ZSEF27']],
    ['bidPrice', 'descending', ['ZCEZ26', 'ZSEF27', 'LRCF27']],
    ['commodity', 'ascending', ['LRCF27', 'ZSEF27', 'ZCEZ26']],
  ])('%s %s: contracts without a value come last', (key, direction, order) =>
    expect(codes({ key, direction })).toEqual(order),
  );

  test('clicks on a header cycle through the directions and back', () => {
    const first = nextSort(null, 'change');
    const second = nextSort(first, 'change');
    expect([first?.direction, second?.direction, nextSort(second, 'change')]).toEqual([
      'descending',
      'ascending',
      null,
    ]);
    expect(nextSort(second, 'code')).toEqual({ key: 'code', direction: 'ascending' });
  });
});

describe('columns', () => {
  const layout = (room: number, kept: Partial<KeptColumns> = {}) => layoutColumns({ ...UNTOUCHED, ...kept }, room);
  const idsOf = ({ columns }: ColumnLayout) => columns.map(({ id }) => id);
  /** Computes the tracks as the browser would in a panel of this width. */
  const pixels = (text: string, room: number) => {
    const placed = text.replace(
      /max\((\d+)px, 100cqw - (\d+)px\)/,
      (_all, least, others) => `${Math.max(Number(least), room - Number(others))}px`,
    );
    return (placed.match(/\d+/g) ?? []).map(Number);
  };
  const tracks = ({ template }: ColumnTracks, room: number) => pixels(template, room);
  const total = ({ width }: ColumnTracks, room: number) => pixels(width, room).reduce((sum, part) => sum + part, 0);

  test.each([
    [1440, 0, []],
    [1280, 2, ['trend', 'open']],
    [1024, 7, ['trend', 'open', 'bidVolume', 'askVolume', 'matchVolume', 'firstNotice', 'low']],
  ])('at %i px %i are hidden', (room, hidden, gone) => {
    const found = layout(room);
    expect(found.hidden).toBe(hidden);
    expect(COLUMN_IDS.filter((id) => !idsOf(found).includes(id)).sort()).toEqual(
      [...gone, 'openInterest', 'physical'].sort(),
    );
    expect(total(found, room)).toBe(room);
    expect(tracks(found, room).reduce((sum, track) => sum + track, 0)).toBe(room);
  });

  test('prices and changes are never hidden', () =>
    expect(idsOf(layout(320))).toEqual(['bidPrice', 'matchPrice', 'change', 'changePercent', 'askPrice']));

  test('neighbours of a group share a header, in whatever order they are', () => {
    const order = ['bidPrice', 'high', 'bidVolume', 'low', 'open'] as const;
    const shown = Object.fromEntries(COLUMN_IDS.map((id) => [id, order.some((other) => other === id)]));
    const { columns } = layout(2000, { order, shown });
    expect(headSpans(columns).map(({ group, span }) => `${group} ${span}`)).toEqual([
      'bid 1',
      'session 1',
      'bid 1',
      'session 2',
    ]);
  });

  test('an ungrouped or leading price has room for its full name', () => {
    const found = layout(1440);
    for (const id of ['bidPrice', 'askPrice', 'matchPrice', 'settlement'] as const) {
      expect(found.widthOf(id)).toBeGreaterThanOrEqual(74);
    }
  });

  test('columns stored by another version are repaired', () => {
    const kept = {
      order: ['trend', 'gone', 'trend', 'high'],
      shown: { open: false, gone: true },
      widths: { gone: 90 },
    };
    const found = layout(1440, kept);
    expect(idsOf(found).slice(8, 12)).toEqual(['askVolume', 'trend', 'firstNotice', 'high']);
    expect(idsOf(found)).toHaveLength(COLUMN_IDS.length - 3);
    expect(total(found, 1440)).toBe(1440);
  });

  test('sizing a column moves the columns behind it and none before it', () => {
    const before = tracks(layout(1440), 1440);
    const at = 3 + COLUMN_IDS.indexOf('bidPrice');
    for (const width of [200, 64]) {
      const sized = layout(1440, { widths: { bidPrice: width } });
      expect(tracks(sized, 1440)).toEqual(before.with(at, width));
      expect(total(sized, 1440)).toBe(1440 - 74 + width);
      expect(sized.tracksWith('bidPrice', 74)).toMatchObject({ template: layout(1440).template });
    }
  });

  test('rows depend on the columns, which a width does not change', () => {
    expect(layout(1440, { widths: { bidPrice: 200 } }).columns).toBe(layout(1440).columns);
    expect(layout(1440, { shown: { low: false } }).columns).not.toBe(layout(1440).columns);
  });

  test('widening hides nothing, narrowing shows what did not fit', () => {
    expect(layout(1440, { widths: { bidPrice: 600 } }).hidden).toBe(0);
    expect(layout(1280).hidden).toBe(2);
    expect(layout(1280, { widths: { session: 60, matchPrice: 60, commodity: 100 } }).hidden).toBe(1);
  });

  test('a width too small for a usual number is not stored', () => {
    const found = layout(1440, { widths: { bidPrice: 1, trend: 1, code: 1 } });
    expect([found.widthOf('bidPrice'), found.widthOf('trend'), found.widthOf('code')]).toEqual([63, 84, 71]);
  });
});

describe('lines in view', () => {
  const tops = topsOf([28, 20, 20, 28, 20]);

  test.each([
    [0, 30, 0, 1],
    [28, 20, 1, 1],
    [47, 2, 1, 2],
    [500, 100, 4, 4],
    [0, 0, 0, 0],
  ])('from %i, %i high', (top, height, first, last) =>
    expect(rangeInView(tops, { top, height })).toEqual({ first, last }),
  );

  test('some more on both sides, and the focused one', () => {
    expect(indexesOf(10, 12, { count: 100, keep: 50 })).toEqual([...Array.from({ length: 15 }, (_, at) => at + 4), 50]);
    expect(indexesOf(10, 12, { count: 15, keep: 0 })).toEqual([0, ...Array.from({ length: 11 }, (_, at) => at + 4)]);
    expect(indexesOf(0, 0, { count: 0, keep: -1 })).toEqual([]);
  });

  test('without lines the height is zero', () =>
    expect(rangeInView(topsOf([]), { top: 0, height: 90 })).toEqual({ first: 0, last: 0 }));
});

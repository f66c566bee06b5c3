// @vitest-environment jsdom
/** Checks that what stores hold is what the server takes, and that it comes back into another browser's the same. */
import { keepsake } from '@mua/contract/entities/keepsake';
import { beforeEach, describe, expect, test } from 'vitest';
import { clearStrangersOut, keepsakeSources } from '#app/keepsake-sources.ts';
import { TOOLS } from '#features/chart/drawings/drawing.ts';
import { drawingsOn, useDrawingStore } from '#features/chart/drawings/drawing-store.ts';
import { chartSettingsFrom, useChartSettings } from '#features/chart/settings/chart-settings.ts';
import { STUDIES } from '#features/chart/settings/study-catalogue.ts';
import { initialSetting } from '#features/chart/settings/study-settings.ts';
import { ONE_CHART } from '#pages/trading/chart-arrangement.ts';
import { withPlace } from '#pages/trading/chart-places.ts';
import { DRAWN_LAYOUT, useDeskLayout } from '#pages/trading/desk-layout.ts';
import { useKeptExits } from '#session/kept-exits-store.ts';
import { useKnownInvestors } from '#session/known-investors-store.ts';
import { useOrderTemplates } from '#session/order-templates-store.ts';
import { useShortcutPreference } from '#session/shortcuts.ts';

const AN = '108C000001';
const SHEET = { userId: AN, commodityCode: 'ZCE' };
const TEMPLATE = {
  ...{ side: 'BUY', orderType: 'LIMIT', duration: 'DAY', lotsText: '2', trailText: '', trailUnit: 'ticks' },
  ...{ exitUnit: 'percent', takeProfitText: '1,5', stopLossText: '', hasExits: true, isReduceOnly: false },
};

function reset(): void {
  useDrawingStore.setState({ sheets: {} });
  useChartSettings.setState(useChartSettings.getInitialState());
  useDeskLayout.setState(useDeskLayout.getInitialState());
  useKeptExits.setState({ exits: {} });
  useOrderTemplates.setState({ templates: [] });
  useShortcutPreference.setState({ keys: {}, hasSingleKeys: true });
  useKnownInvestors.setState({
    investors: {
      [AN]: {
        name: null,
        accounts: [{ accountId: `${AN}-01`, subAccountCode: '01', isActivated: true, isDemo: true }],
      },
    },
  });
}
beforeEach(reset);

function fill(): void {
  useDrawingStore.getState().put(SHEET, {
    ...{ id: 'a-1', tool: 'trend', slot: 2, text: 'Đỉnh cũ', width: 'bold', style: undefined, isLocked: true },
    points: [
      { timeMs: 1_763_600_000_000, price: '-450.25' },
      { timeMs: 1_763_700_000_000.5, price: '460' },
    ],
  } as never);
  const set = { indicators: [...STUDIES], studies: { MA: { ...initialSetting('MA'), params: [7, 14] } } };
  const { indicators, studies } = chartSettingsFrom(set);
  useChartSettings.setState({ indicators, studies });
  useOrderTemplates.getState().save({ name: 'Mở hai lot', ...TEMPLATE });
  useKeptExits
    .getState()
    .keep(`${AN}-01 ZCE`, { isOn: true, unit: 'dong', takeProfitText: '5.000.000', stopLossText: '' });
  useShortcutPreference.setState({ keys: { flatten: 'shift+f', toTrading: 'g>d', reverse: '' }, hasSingleKeys: false });
  useDeskLayout.getState().resize({ book: 300 });
  useDeskLayout.getState().setCharts(withPlace({ ...ONE_CHART, shape: 'four' }, 1, { code: 'ZCEK27' }));
  useDeskLayout.getState().keep('Buổi tối');
}

const held = () =>
  keepsakeSources(AN).flatMap(({ kind, read }) => [...read()].map(([key, value]) => ({ kind, key, value })));

test('nothing that is as it was drawn goes up', () => {
  expect(held()).toEqual([]);
});

test('each store’s things are what the server takes, and come back the same', () => {
  fill();
  const things = held();
  expect([...new Set(things.map(({ kind }) => kind))]).toHaveLength(7);
  for (const thing of things) {
    const parsed = keepsake.safeParse({ ...thing, stamp: '000000000000001.a-device', before: null });
    expect(parsed.error?.issues).toBeUndefined();
  }
  reset();
  for (const source of keepsakeSources(AN)) {
    const own = things.filter(({ kind }) => kind === source.kind);
    for (const { key, value } of own) expect(source.canShow(key, value)).toBe(true);
    source.take(new Map(own.map(({ key, value }) => [key, value])));
  }
  expect(held()).toEqual(things);
  for (const source of keepsakeSources(AN)) source.take(new Map([...source.read().keys()].map((key) => [key, null])));
  expect(held()).toEqual([]);
  expect(useDeskLayout.getState()).toMatchObject(DRAWN_LAYOUT);
});

test('every tool’s drawing is taken', () => {
  const drawing = { slot: 0, text: '', points: [{ timeMs: 0, price: '1' }] };
  for (const tool of TOOLS) {
    const one = { kind: 'drawing', key: 'ZCE id', stamp: '000000000000001.a-device', before: null };
    expect(keepsake.safeParse({ ...one, value: { ...drawing, tool } }).success).toBe(true);
  }
});

describe('what a store can not hold', () => {
  test('is said to be so', () => {
    const canShow = (kind: string, key: string, value: unknown) =>
      keepsakeSources(AN)
        .find((source) => source.kind === kind)
        ?.canShow(key, value as never);
    expect(canShow('drawing', 'ZCE a', { tool: 'spiral', slot: 0, text: '', points: [] })).toBe(false);
    expect(canShow('shortcut', 'launch', 'x')).toBe(false);
    expect(canShow('shortcut', 'boardMove', 'x')).toBe(false);
    const exits = { isOn: true, unit: 'ticks', takeProfitText: '4', stopLossText: '' };
    expect(canShow('exits', `${AN}-01 ZCE`, exits)).toBe(true);
    expect(canShow('exits', '108C000002-01 ZCE', exits)).toBe(false);
  });

  test('somebody else’s exits in this browser are not this investor’s', () => {
    useKeptExits
      .getState()
      .keep('108C000002-01 ZCE', { isOn: true, unit: 'ticks', takeProfitText: '4', stopLossText: '' });
    expect(held()).toEqual([]);
  });
});

test('a desk is touched once it is not as the browser kept it, or its book has it', async () => {
  const source = keepsakeSources(AN).find(({ kind }) => kind === 'desk');
  expect(source?.ofPage?.isTouched()).toBe(false);
  useDeskLayout.getState().setShown('tape', false);
  expect(source?.ofPage?.isTouched()).toBe(true);
  await useDeskLayout.persist.rehydrate();
  expect(source?.ofPage?.isTouched()).toBe(false);
  useDeskLayout.getState().setShown('tape', true);
  source?.ofPage?.noteMet();
  expect(source?.ofPage?.isTouched()).toBe(false);
  useDeskLayout.getState().setList('orders');
  expect(source?.ofPage?.isTouched()).toBe(false);
});

test('two devices may have more between them than one may save, and none is lost over a reload', async () => {
  const source = keepsakeSources(AN).find(({ kind }) => kind === 'template');
  source?.take(new Map(Array.from({ length: 35 }, (_, place) => [`${place}`, TEMPLATE as never])));
  await useOrderTemplates.persist.rehydrate();
  expect(source?.read().size).toBe(35);
  useOrderTemplates.getState().save({ name: 'one more', ...TEMPLATE });
  expect(source?.read().size).toBe(35);
});

test('whoever signs out leaves neither drawings nor exits, a visitor’s drawings stay', () => {
  fill();
  useDrawingStore
    .getState()
    .put({ ...SHEET, userId: null }, drawingsOn(useDrawingStore.getState().sheets, SHEET)[0] as never);
  clearStrangersOut();
  useKnownInvestors.setState({ investors: {} });
  expect(Object.keys(useDrawingStore.getState().sheets)).toEqual(['visitor ZCE']);
  expect(useKeptExits.getState().exits).toEqual({});
});

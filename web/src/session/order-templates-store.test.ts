// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import {
  MOST_TEMPLATES,
  type OrderTemplate,
  readTemplates,
  useOrderTemplates,
} from '#session/order-templates-store.ts';

const SCALP: OrderTemplate = {
  name: 'Mua 2',
  side: 'BUY',
  orderType: 'LIMIT',
  duration: 'DAY',
  lotsText: '2',
  trailText: '',
  trailUnit: 'amount',
  exitUnit: 'ticks',
  takeProfitText: '16',
  stopLossText: '8',
  hasExits: true,
  isReduceOnly: false,
};

test('the newest is first, a name is there once, and none goes because another comes', () => {
  const { save, remove } = useOrderTemplates.getState();
  save(SCALP);
  save({ ...SCALP, name: 'B' });
  save({ ...SCALP, lotsText: '3' });
  const kept = () => useOrderTemplates.getState().templates.map(({ name, lotsText }) => [name, lotsText]);
  expect(kept()).toEqual([
    ['Mua 2', '3'],
    ['B', '2'],
  ]);
  remove('B');
  expect(kept()).toEqual([['Mua 2', '3']]);
  const saved = Array.from({ length: MOST_TEMPLATES }, (_, at) => save({ ...SCALP, name: String(at) }));
  expect(saved.filter((isSaved) => !isSaved)).toHaveLength(1);
  expect(kept()).toHaveLength(MOST_TEMPLATES);
  expect(save({ ...SCALP, lotsText: '4' })).toBe(true);
  expect(kept()[0]).toEqual(['Mua 2', '4']);
});

test('a name with something hidden in it is not kept: the server would refuse it', () => {
  useOrderTemplates.setState({ templates: [] });
  const { save } = useOrderTemplates.getState();
  for (const name of ['Mua\u200b 2', '\u202eMua', '', 'M'.repeat(41)]) expect(save({ ...SCALP, name })).toBe(false);
  expect(useOrderTemplates.getState().templates).toEqual([]);
  expect(save(SCALP)).toBe(true);
});

test('what was kept is there after a reload', async () => {
  localStorage.setItem('order-templates', JSON.stringify({ state: { templates: [SCALP] }, version: 0 }));
  vi.resetModules();
  const again = await import('#session/order-templates-store.ts');
  expect(again.useOrderTemplates.getState().templates).toEqual([SCALP]);
});

test.each<[string, unknown, readonly OrderTemplate[]]>([
  ['nothing', null, []],
  ['another shape', { templates: {} }, []],
  ['no name', { templates: [{ ...SCALP, name: '' }] }, []],
  ['no text', { templates: [{ ...SCALP, lotsText: 2 }] }, []],
  ['an endless text', { templates: [{ ...SCALP, stopLossText: '1'.repeat(41) }] }, []],
  ['a switch that is none', { templates: [{ ...SCALP, hasExits: 'yes' }] }, [{ ...SCALP, hasExits: false }]],
])('of the storage: %s', (_, kept, read) => expect(readTemplates(kept)).toEqual(read));

// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { keptExitsKey, readKeptExits, useKeptExits } from '#session/kept-exits-store.ts';

const CORN = { isOn: true, unit: 'ticks', takeProfitText: '16', stopLossText: '8' } as const;

test('each sub-account has its own for each commodity, and switches them', () => {
  const key = keptExitsKey('108C000001-01', 'ZCE');
  useKeptExits.getState().keep(key, CORN);
  useKeptExits.getState().setOn(key, false);
  useKeptExits.getState().setOn(keptExitsKey('108C000001-02', 'ZCE'), true);
  expect(useKeptExits.getState().exits).toEqual({ [key]: { ...CORN, isOn: false } });
});

test('what was kept is there after a reload', async () => {
  localStorage.setItem('kept-exits', JSON.stringify({ state: { exits: { a: CORN } }, version: 0 }));
  vi.resetModules();
  const again = await import('#session/kept-exits-store.ts');
  expect(again.useKeptExits.getState().exits).toEqual({ a: CORN });
});

test.each<[string, unknown, object]>([
  ['nothing', null, {}],
  ['another shape', { exits: [] }, {}],
  ['what was kept', { exits: { a: CORN } }, { a: CORN }],
  ['a stop that trails', { exits: { a: { ...CORN, trailsStop: true } } }, { a: { ...CORN, trailsStop: true } }],
  [
    'a stop that trails and is none',
    { exits: { a: { ...CORN, stopLossText: '', trailsStop: true } } },
    { a: { ...CORN, stopLossText: '' } },
  ],
  ['an unknown unit', { exits: { a: { ...CORN, unit: 'price' } } }, {}],
  ['no text', { exits: { a: { ...CORN, takeProfitText: 16 } } }, {}],
  ['an endless text', { exits: { a: { ...CORN, takeProfitText: '1'.repeat(25) } } }, {}],
  ['no distance at all', { exits: { a: { ...CORN, takeProfitText: '', stopLossText: '' } } }, {}],
  ['a switch that is none', { exits: { a: { ...CORN, isOn: 'yes' } } }, { a: { ...CORN, isOn: false } }],
])('of the storage: %s', (_, kept, read) => expect(readKeptExits(kept)).toEqual(read));

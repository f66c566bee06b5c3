import { expect, test } from 'vitest';
import { CHOOSABLE, conflictsIn, faultOf } from '#pages/shortcuts/key-choice.ts';
import { KEY_LAYOUTS, KEYS_WITHOUT_ACTION, keyChanges, keysOfLayout } from '#pages/shortcuts/key-layouts.ts';
import { type ChosenKeys, keysOf, shortcutOf } from '#session/shortcuts.ts';

test.each(KEY_LAYOUTS)(
  '%s: no two actions share a key, each may be chosen, and taking it again changes nothing',
  (name) => {
    const keys = keysOfLayout(name, {});
    expect(conflictsIn(keys).size).toBe(0);
    expect(Object.values(keys).filter((chord) => chord !== '' && faultOf(chord) !== null)).toEqual([]);
    expect(keyChanges(keys, keysOfLayout(name, keys))).toEqual([]);
  },
);

test('no key of another platform sends or cancels orders, and what was chosen for that stays', () => {
  const chosen: ChosenKeys = { flatten: '', reverse: 'shift+r', buy: 'x' };
  const next = keysOfLayout('tradingView', chosen);
  for (const name of CHOOSABLE.filter((one) => shortcutOf(one).trades)) {
    expect(keysOf(name, next)).toBe(keysOf(name, chosen));
  }
  expect(keysOf('buy', next)).toBe('b');
});

test('a key that nothing answers to is nobody’s in that layout', () => {
  const used = new Set(CHOOSABLE.map((name) => keysOf(name, keysOfLayout('tradingView', {}))));
  expect(KEYS_WITHOUT_ACTION.tradingView.filter(({ keys }) => used.has(keys))).toEqual([]);
});

test('without keys that trade, all others are as drawn', () => {
  for (const name of CHOOSABLE) {
    const { trades, keys } = shortcutOf(name);
    expect(keysOf(name, keysOfLayout('noOrders', { buy: 'x' }))).toBe(trades ? '' : keys);
  }
});

import { expect, test } from 'vitest';
import { conflictsIn, faultOf } from '#pages/shortcuts/key-choice.ts';
import { KEY_LAYOUTS, KEYS_WITHOUT_ACTION, keyChanges, keysOfLayout } from '#pages/shortcuts/key-layouts.ts';
import { CHOOSABLE, type ChosenKeys, keysOf, type ShortcutName, shortcutOf } from '#session/shortcuts.ts';

test.each(KEY_LAYOUTS)(
  '%s: no two actions share a key, each may be chosen, and taking it again changes nothing',
  (name) => {
    const keys = keysOfLayout(name, {}, false);
    expect(conflictsIn(keys).size).toBe(0);
    const faults = CHOOSABLE.filter((one) => keysOf(one, keys) !== '' && faultOf(keysOf(one, keys), one) !== null);
    expect(faults).toEqual([]);
    expect(keyChanges(keys, keysOfLayout(name, keys, false))).toEqual([]);
  },
);

test('no key of another platform sends or cancels orders, and what was chosen for that stays', () => {
  const chosen: ChosenKeys = { flatten: '', reverse: 'shift+r', buy: 'x' };
  for (const layout of ['tradingView', 'ninjaTrader'] as const) {
    const next = keysOfLayout(layout, chosen, false);
    for (const name of CHOOSABLE.filter((one) => shortcutOf(one).trades)) {
      expect(keysOf(name, next)).toBe(keysOf(name, chosen));
    }
    expect(keysOf('buy', next)).toBe('b');
  }
});

/** Apple, "Use accents and special characters on Mac": Option with these begins an accented letter. */
const BEGIN_A_LETTER = ['alt+e', 'alt+i', 'alt+n', 'alt+u', 'alt+backquote'];

test.each(KEY_LAYOUTS)('%s: on a Mac no key begins a letter, and none is in the way of another', (name) => {
  const keys = keysOfLayout(name, {}, true);
  expect(CHOOSABLE.filter((one) => BEGIN_A_LETTER.includes(keysOf(one, keys)))).toEqual([]);
  expect(conflictsIn(keys).size).toBe(0);
  expect(keyChanges(keys, keysOfLayout(name, keys, true))).toEqual([]);
});

test('a key that begins a letter on a Mac has Shift there, and is as published elsewhere', () => {
  expect(keysOf('invertScale', keysOfLayout('tradingView', {}, true))).toBe('alt+shift+i');
  expect(keysOf('invertScale', keysOfLayout('tradingView', {}, false))).toBe('alt+i');
});

test('a key that nothing answers to is nobody’s in that layout', () => {
  const used = new Set(CHOOSABLE.map((name) => keysOf(name, keysOfLayout('tradingView', {}, false))));
  expect(KEYS_WITHOUT_ACTION.tradingView.filter(({ keys }) => used.has(keys))).toEqual([]);
});

test.each<[string, ShortcutName, string]>([
  ['← scrolls one bar back', 'barOlder', 'left'],
  ['→ scrolls one bar forward', 'barNewer', 'right'],
  ['Page Up scrolls one page back', 'pageOlder', 'pageup'],
  ['Page Down scrolls one page forward', 'pageNewer', 'pagedown'],
  ['Home goes to the beginning', 'oldestBar', 'home'],
  ['End goes to the end', 'newestBar', 'end'],
  ['Ctrl ↑ zooms', 'zoomIn', 'mod+up'],
  ['Ctrl ↓ zooms', 'zoomOut', 'mod+down'],
])('as NinjaTrader publishes it, %s', (_rule, name, keys) => {
  expect(keysOf(name, keysOfLayout('ninjaTrader', {}, false))).toBe(keys);
});

test('without keys that trade, all others are as drawn', () => {
  for (const name of CHOOSABLE) {
    const { trades, keys } = shortcutOf(name);
    expect(keysOf(name, keysOfLayout('noOrders', { buy: 'x' }, false))).toBe(trades ? '' : keys);
  }
});

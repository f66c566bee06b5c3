import { expect, test } from 'vitest';
import { keyNames } from '#features/shortcuts/shortcut-keys.tsx';
import { SHORTCUTS } from '#session/shortcuts.ts';

test.each([
  ['mod+k', false, [['Ctrl', 'K']]],
  ['mod+k', true, [['⌘', 'K']]],
  ['alt+h', true, [['⌥', 'H']]],
  ['shift+slash', false, [['?']]],
  ['g>b', false, [['G'], ['B']]],
  [
    'shift+up, shift+down',
    false,
    [
      ['Shift', '↑'],
      ['Shift', '↓'],
    ],
  ],
  ['plus, minus', false, [['+'], ['−']]],
])('%s on a Mac: %s', (keys, isMac, names) => expect(keyNames(keys, isMac)).toEqual(names));

test('no two global shortcuts share their keys', () => {
  const listened = Object.values(SHORTCUTS).filter((shortcut) => !('isLocal' in shortcut));
  const keys = listened.map((shortcut) => shortcut.keys);
  expect(new Set(keys).size).toBe(keys.length);
  // The first key of a sequence must not be a shortcut itself, or it would act before the second one is pressed.
  const firsts = keys.filter((each) => each.includes('>')).map((each) => each.split('>')[0]);
  expect(keys.filter((each) => firsts.includes(each as never))).toEqual([]);
});

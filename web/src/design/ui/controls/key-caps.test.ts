import { expect, test } from 'vitest';
import { keyNames } from '#design/ui/controls/key-caps.tsx';

test.each([
  ['mod+k', false, [['Ctrl', 'K']]],
  ['mod+k', true, [['⌘', 'K']]],
  ['alt+h', true, [['⌥', 'H']]],
  ['shift+slash', false, [['?']]],
  ['slash', false, [['/']]],
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

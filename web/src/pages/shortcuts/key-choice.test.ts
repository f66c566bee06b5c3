import { expect, test } from 'vitest';
import { conflictsIn, faultOf, keptFor, withKeys } from '#pages/shortcuts/key-choice.ts';

test.each([
  ['q', null],
  ['mod+shift+f', null],
  ['f8', null],
  ['mod+w', 'browser'],
  ['f5', 'browser'],
  ['up', 'focus'],
  ['shift+down', 'focus'],
  ['enter', 'focus'],
  ['escape', 'focus'],
  ['alt+up', null],
])('%s: %s', (chord, fault) => expect(faultOf(chord, 'flatten')).toBe(fault));

test.each([
  ['left', null],
  ['shift+pagedown', null],
  ['home', null],
  ['plus', null],
  ['mod+up', null],
  ['mod+w', 'browser'],
  ['enter', 'focus'],
  ['shift+tab', 'focus'],
  ['5', 'chart'],
  ['numpad5', 'chart'],
  ['mod+z', 'chart'],
  ['delete', 'chart'],
])('of the focused chart, %s: %s', (chord, fault) => expect(faultOf(chord, 'barOlder')).toBe(fault));

test('what only the focused chart hears conflicts with what the page hears there too', () => {
  expect([...conflictsIn({ barOlder: 'b' })]).toEqual([['b', ['buy', 'barOlder']]]);
});

test('as drawn nothing conflicts; two under one key do, and so does the first key of a sequence', () => {
  expect(conflictsIn({}).size).toBe(0);
  expect([...conflictsIn({ reverse: 'f' })]).toEqual([['f', ['flatten', 'reverse']]]);
  expect([...conflictsIn({ reverse: 'g' })]).toEqual([['g', ['toPriceboard', 'toTrading', 'toAccount', 'reverse']]]);
  expect(conflictsIn({ reverse: '', buyBid: '' }).size).toBe(0);
});

test('one keeps the key, the others have none', () => {
  const kept = keptFor({ reverse: 'f' }, 'reverse', ['flatten', 'reverse']);
  expect(kept).toEqual({ reverse: 'f', flatten: '' });
  expect(conflictsIn(kept).size).toBe(0);
});

test('of a sequence and the action of its first key, keeping one leaves the other sequences theirs', () => {
  const chosen = { reverse: 'g' };
  const [names = []] = conflictsIn(chosen).values();
  expect(keptFor(chosen, 'toTrading', names)).toEqual({});
  expect(keptFor(chosen, 'reverse', names)).toEqual({ reverse: 'g', toPriceboard: '', toTrading: '', toAccount: '' });
  for (const name of names) expect(conflictsIn(keptFor(chosen, name, names)).size).toBe(0);
});

test('the key as drawn needs no choice', () => {
  expect(withKeys({ flatten: 'x' }, 'flatten', 'f')).toEqual({});
  expect(withKeys({}, 'reverse', 'shift+r')).toEqual({ reverse: 'shift+r' });
});

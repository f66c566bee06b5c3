// @vitest-environment jsdom
/** Checks who is called by a key: one action, never two, none that is locked, and the keys chosen on this device. */
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  keysOf,
  SHORTCUT_NAMES,
  type ShortcutName,
  shortcutOf,
  useShortcut,
  useShortcutPreference,
} from '#session/shortcuts.ts';

beforeEach(() => useShortcutPreference.setState({ hasSingleKeys: true, keys: {} }));
afterEach(cleanup);

function Listening({ name, onPress, isArmed }: { name: ShortcutName; onPress: () => void; isArmed?: boolean }) {
  useShortcut(name, onPress, isArmed);
  return <input aria-label="field" />;
}

function listen(name: ShortcutName, isArmed?: boolean) {
  const press = vi.fn();
  render(<Listening name={name} onPress={press} {...(isArmed === undefined ? {} : { isArmed })} />);
  return press;
}

const hit = (code: string, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.body, { code, key: code.at(-1)?.toLowerCase() ?? '', ...init });

test('a key calls its action once, and what it called is not the browser’s any more', () => {
  const press = listen('buy');
  expect(hit('KeyB')).toBe(false);
  expect(press).toHaveBeenCalledTimes(1);
  hit('KeyB', { repeat: true });
  hit('KeyB', { shiftKey: true });
  expect(press).toHaveBeenCalledTimes(1);
});

test('one key after the other: in time, in order, and not by the second alone', () => {
  const press = listen('toPriceboard');
  hit('KeyB');
  expect(press).not.toHaveBeenCalled();
  hit('KeyG');
  hit('KeyB');
  expect(press).toHaveBeenCalledTimes(1);
  hit('KeyB');
  expect(press).toHaveBeenCalledTimes(1);
});

test('what trades acts only while it is armed', () => {
  const locked = listen('buyMarket', false);
  hit('KeyQ');
  expect(locked).not.toHaveBeenCalled();
  cleanup();
  const armed = listen('buyMarket', true);
  hit('KeyQ');
  expect(armed).toHaveBeenCalledTimes(1);
  hit('KeyQ', { repeat: true });
  hit('KeyQ', { keyCode: 229 });
  hit('KeyQ', { isComposing: true });
  expect(armed).toHaveBeenCalledTimes(1);
});

test('a key chosen on this device takes the place of the drawn one', () => {
  const press = listen('flatten', true);
  useShortcutPreference.getState().setKeys({ flatten: 'mod+shift+f' });
  hit('KeyF');
  expect(press).not.toHaveBeenCalled();
  hit('KeyF', { ctrlKey: true, shiftKey: true });
  expect(press).toHaveBeenCalledTimes(1);
  useShortcutPreference.getState().setKeys({ flatten: '' });
  hit('KeyF');
  hit('KeyF', { ctrlKey: true, shiftKey: true });
  expect(press).toHaveBeenCalledTimes(1);
});

test('two actions under one key: neither acts', () => {
  const buy = listen('buyMarket', true);
  const flatten = listen('flatten', true);
  useShortcutPreference.getState().setKeys({ flatten: 'q' });
  hit('KeyQ');
  expect(buy).not.toHaveBeenCalled();
  expect(flatten).not.toHaveBeenCalled();
});

test('the first key of a sequence as another action’s key: neither it nor the sequence acts', () => {
  const flatten = listen('flatten', true);
  const toPriceboard = listen('toPriceboard');
  const keys = { flatten: 'g', toTrading: '', toAccount: '' } as const;
  useShortcutPreference.getState().setKeys(keys);
  hit('KeyG');
  hit('KeyB');
  expect(flatten).not.toHaveBeenCalled();
  expect(toPriceboard).not.toHaveBeenCalled();
  useShortcutPreference.getState().setKeys({ ...keys, toPriceboard: '' });
  hit('KeyG');
  expect(flatten).toHaveBeenCalledTimes(1);
});

test('keys without a modifier can be switched off, the others stay', () => {
  const buy = listen('buy');
  const palette = listen('palette');
  useShortcutPreference.getState().setSingleKeys(false);
  hit('KeyB');
  hit('KeyK', { ctrlKey: true });
  expect(buy).not.toHaveBeenCalled();
  expect(palette).toHaveBeenCalledTimes(1);
});

test('what moves a part is heard only with the focus in it, and while its key is held; it has no off', () => {
  useShortcutPreference.getState().setSingleKeys(false);
  const press = listen('barOlder');
  const chart = document.createElement('div');
  chart.dataset.keys = 'chart';
  document.body.append(chart);
  const hitChart = (init: KeyboardEventInit) => fireEvent.keyDown(chart, { code: 'ArrowLeft', ...init });
  hit('ArrowLeft');
  expect(press).not.toHaveBeenCalled();
  expect(hitChart({})).toBe(false);
  hitChart({ repeat: true });
  expect(press).toHaveBeenCalledTimes(2);
  useShortcutPreference.getState().setKeys({ barOlder: 'mod+left' });
  hitChart({});
  hitChart({ ctrlKey: true });
  expect(press).toHaveBeenCalledTimes(3);
  // Under one key with an action of the whole page neither acts, wherever the focus is.
  const buy = listen('buy');
  useShortcutPreference.getState().setKeys({ barOlder: 'b' });
  useShortcutPreference.getState().setSingleKeys(true);
  hitChart({ code: 'KeyB' });
  hit('KeyB');
  expect(press).toHaveBeenCalledTimes(3);
  expect(buy).not.toHaveBeenCalled();
  chart.remove();
});

test.each([[null], [7], [{ keys: 'x' }], [{ keys: { flatten: 7, nobody: 'q', step: 'q', buy: 'DROP TABLE' } }]])(
  'of a storage that holds %o nothing is taken',
  async (state) => {
    localStorage.setItem('shortcuts', JSON.stringify({ state, version: 0 }));
    await useShortcutPreference.persist.rehydrate();
    expect(useShortcutPreference.getState()).toMatchObject({ hasSingleKeys: true, keys: {} });
    localStorage.clear();
  },
);

test('chosen keys are there again after a load', async () => {
  useShortcutPreference.getState().setKeys({ reverse: 'shift+r', flatten: '' });
  useShortcutPreference.setState({ keys: {} }, false);
  localStorage.setItem(
    'shortcuts',
    JSON.stringify({ state: { hasSingleKeys: false, keys: { reverse: 'shift+r', flatten: '' } }, version: 0 }),
  );
  await useShortcutPreference.persist.rehydrate();
  expect(useShortcutPreference.getState()).toMatchObject({
    hasSingleKeys: false,
    keys: { reverse: 'shift+r', flatten: '' },
  });
  localStorage.clear();
});

test('as drawn, no two actions share a key, and none has the first key of a sequence', () => {
  const drawn = SHORTCUT_NAMES.filter((name) => !shortcutOf(name).isLocal)
    .map((name) => keysOf(name, {}))
    .filter((keys) => keys !== '');
  expect(new Set(drawn).size).toBe(drawn.length);
  const firsts = drawn.flatMap((keys) => (keys.includes('>') ? [keys.split('>')[0]] : []));
  expect(drawn.filter((keys) => firsts.includes(keys))).toEqual([]);
});

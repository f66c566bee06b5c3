// @vitest-environment jsdom
/** Checks which keys may act: what a Vietnamese input method takes, what is typed and what is held never does. */
import { afterEach, describe, expect, test } from 'vitest';
import { chordOf, mayAct } from '#session/key-gate.ts';

afterEach(() => document.body.replaceChildren());

const PLAIN = { isModified: false, trades: false };
const TRADE = { isModified: false, trades: true };

function pressedIn(target: Element, init: KeyboardEventInit & { keyCode?: number } = {}): KeyboardEvent {
  document.body.append(target);
  const event = new KeyboardEvent('keydown', { key: 'f', code: 'KeyF', bubbles: true, cancelable: true, ...init });
  target.dispatchEvent(event);
  return event;
}

const element = (html: string): Element => {
  const holder = document.createElement('div');
  holder.innerHTML = html;
  return holder.firstElementChild ?? holder;
};

describe('while an input method composes nothing acts, whatever it reports', () => {
  test.each<[string, KeyboardEventInit & { keyCode?: number }]>([
    ['a composition under way (Telex "as" before á is there)', { isComposing: true }],
    ['keyCode 229 (Unikey and Windows, outside fields too)', { keyCode: 229 }],
    ['Process', { key: 'Process' }],
    ['Unidentified (Android)', { key: 'Unidentified' }],
    ['a dead key', { key: 'Dead' }],
  ])('%s', (_name, init) => {
    for (const use of [PLAIN, TRADE, { isModified: true, trades: false }]) {
      expect(mayAct(pressedIn(document.createElement('div'), init), use)).toBe(false);
    }
  });

  test('a third character written with AltGr is none with Ctrl and Alt', () => {
    const event = pressedIn(document.createElement('div'), { modifierAltGraph: true, ctrlKey: true, altKey: true });
    expect(mayAct(event, { isModified: true, trades: false })).toBe(false);
  });
});

describe('where text is typed', () => {
  test.each([
    '<input>',
    '<input type="number">',
    '<textarea></textarea>',
    '<select></select>',
    '<div role="textbox" tabindex="0"></div>',
  ])('%s', (html) => {
    const event = pressedIn(element(html));
    expect(mayAct(event, PLAIN)).toBe(false);
    expect(mayAct(event, TRADE)).toBe(false);
    expect(mayAct(event, { isModified: true, trades: false })).toBe(true);
    expect(mayAct(event, { isModified: true, trades: true })).toBe(false);
  });

  test.each(['<input type="radio">', '<input type="checkbox">', '<button>x</button>'])('%s takes none', (html) => {
    expect(mayAct(pressedIn(element(html)), TRADE)).toBe(true);
  });
});

test('a held key acts once, and what somebody has handled does not act again', () => {
  expect(mayAct(pressedIn(document.createElement('div'), { repeat: true }), PLAIN)).toBe(false);
  const handled = pressedIn(document.createElement('div'));
  handled.preventDefault();
  expect(mayAct(handled, PLAIN)).toBe(false);
});

test('what moves a view goes on while its key is held', () => {
  const held = { repeat: true };
  expect(mayAct(pressedIn(document.createElement('div'), held), { ...PLAIN, repeats: true })).toBe(true);
  expect(mayAct(pressedIn(document.createElement('div'), { ...held, keyCode: 229 }), { ...PLAIN, repeats: true })).toBe(
    false,
  );
});

test('what trades and keys without Ctrl or Alt do not act where something is asked or chosen', () => {
  for (const role of ['dialog', 'alertdialog', 'menu', 'listbox']) {
    const event = pressedIn(element(`<div role="${role}"></div>`));
    expect(mayAct(event, TRADE)).toBe(false);
    expect(mayAct(event, PLAIN)).toBe(false);
    expect(mayAct(event, { isModified: true, trades: false })).toBe(true);
    expect(mayAct(event, { isModified: true, trades: true })).toBe(false);
  }
});

describe('a chord is named by places, not by letters', () => {
  const chord = (init: KeyboardEventInit, isMac = false) => chordOf(new KeyboardEvent('keydown', init), isMac);
  test.each<[KeyboardEventInit, boolean, string | null]>([
    [{ code: 'KeyQ', key: 'q' }, false, 'q'],
    // The same place on a French keyboard, and with a Vietnamese letter on it.
    [{ code: 'KeyQ', key: 'a' }, false, 'q'],
    [{ code: 'KeyS', key: 'ş' }, false, 's'],
    [{ code: 'KeyQ', key: 'Q', shiftKey: true }, false, 'shift+q'],
    [{ code: 'Digit1', key: '1', altKey: true }, false, 'alt+1'],
    [{ code: 'KeyK', key: 'k', ctrlKey: true }, false, 'mod+k'],
    [{ code: 'KeyK', key: 'k', metaKey: true }, true, 'mod+k'],
    [{ code: 'KeyK', key: 'k', ctrlKey: true }, true, 'ctrl+k'],
    [{ code: 'Slash', key: '?', shiftKey: true }, false, 'shift+slash'],
    [{ code: 'ArrowUp', key: 'ArrowUp' }, false, 'up'],
    // With and without Shift, and on the numeric keypad.
    [{ code: 'Equal', key: '=' }, false, 'plus'],
    [{ code: 'Equal', key: '+', shiftKey: true }, false, 'plus'],
    [{ code: 'NumpadAdd', key: '+' }, false, 'plus'],
    [{ code: 'NumpadSubtract', key: '-' }, false, 'minus'],
    [{ code: 'Equal', key: '=', ctrlKey: true }, false, 'mod+plus'],
    [{ code: 'ShiftLeft', key: 'Shift', shiftKey: true }, false, null],
    [{ code: '', key: 'q' }, false, null],
  ])('%o on a Mac: %s', (init, isMac, named) => expect(chord(init, isMac)).toBe(named));
});

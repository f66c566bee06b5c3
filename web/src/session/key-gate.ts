/**
 * Decides whether a key that was pressed may act at all, and names it by its place on the keyboard. One module for every
 * key of the product: what text input takes, what is being composed, as Vietnamese is, and what is held never acts.
 */

/** What an input method reports while it composes, whatever was pressed (UI Events, "keyCode" of composition). */
const COMPOSING_KEY_CODE = 229;
const NO_KEYS: ReadonlySet<string> = new Set(['Process', 'Unidentified', 'Dead', 'Compose', 'AltGraph']);
const MODIFIERS: ReadonlySet<string> = new Set(['Control', 'Alt', 'Shift', 'Meta', 'CapsLock', 'NumLock']);
/** Inputs of these types take no text. */
const TEXTLESS = /^(?:button|checkbox|radio|range|submit|reset|color|file|image)$/;

/** Its key writes it with Shift, or without, or on the numeric keypad: always the same key. */
const PLUS = 'plus';

/** Names of codes that are not their own name in lower case. */
const CODE_NAMES: Readonly<Record<string, string>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  NumpadEnter: 'enter',
  Equal: PLUS,
  NumpadAdd: PLUS,
  NumpadSubtract: 'minus',
};

export interface KeyUse {
  /** With Ctrl, Cmd or Alt: never text, so it acts in fields, dialogs and menus as well. */
  readonly isModified: boolean;
  /** It sends or cancels orders: never where something is typed, chosen or asked. */
  readonly trades: boolean;
  /** It acts again while the key is held. */
  readonly repeats?: boolean;
}

export function mayAct(event: KeyboardEvent, { isModified, trades, repeats = false }: KeyUse): boolean {
  if (event.defaultPrevented || (event.repeat && !repeats) || isComposed(event)) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (isTextField(target)) return isModified && !trades;
  if (isModified && !trades) return true;
  // A letter chooses in a menu, and what it would change behind a dialog nobody sees.
  return target?.closest('[role="dialog"],[role="alertdialog"],[role="menu"],[role="listbox"]') == null;
}

/** An input method has taken it, or it is the beginning of a character. */
export function isComposed(event: KeyboardEvent): boolean {
  return (
    event.isComposing ||
    event.keyCode === COMPOSING_KEY_CODE ||
    NO_KEYS.has(event.key) ||
    // Writes a third character on many keyboards, and reports itself as Ctrl and Alt.
    event.getModifierState?.('AltGraph') === true
  );
}

/**
 * Names what was pressed, as `mod+shift+k`: by the key's place, not its letter, so that an input method or another
 * layout changes nothing. `mod` is Cmd on a Mac and Ctrl elsewhere. Null for a modifier alone and for a key without a
 * place.
 */
export function chordOf(event: KeyboardEvent, isMac = isMacKeyboard()): string | null {
  if (event.code === '' || MODIFIERS.has(event.key)) return null;
  const key = CODE_NAMES[event.code] ?? event.code.replace(/^(?:Key|Digit)(?=.$)/, '').toLowerCase();
  const held = [
    [isMac ? event.metaKey : event.ctrlKey, 'mod'],
    [isMac && event.ctrlKey, 'ctrl'],
    [event.altKey, 'alt'],
    [event.shiftKey && key !== PLUS, 'shift'],
    [!isMac && event.metaKey, 'meta'],
  ] as const;
  return [...held.flatMap(([isHeld, name]) => (isHeld ? [name] : [])), key].join('+');
}

export function isMacKeyboard(): boolean {
  return /mac/i.test(navigator.userAgent);
}

function isTextField(target: Element | null): boolean {
  if (target instanceof HTMLInputElement) return !TEXTLESS.test(target.type);
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLElement && (target.isContentEditable || target.getAttribute('role') === 'textbox');
}

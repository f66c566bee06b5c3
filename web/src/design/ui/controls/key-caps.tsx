/** Keys to press, with the names printed on this keyboard. */
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Kbd } from '#design/ui/controls/kbd.tsx';
import { isMacKeyboard } from '#session/key-gate.ts';

const NAMES: Readonly<Record<string, string>> = {
  ctrl: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  question: '?',
  slash: '/',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  plus: '+',
  minus: '−',
  enter: 'Enter',
  escape: 'Esc',
  end: 'End',
  space: 'Space',
  delete: 'Del',
  insert: 'Ins',
  home: 'Home',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  backspace: '⌫',
  tab: 'Tab',
  comma: ',',
  period: '.',
  semicolon: ';',
  quote: "'",
  bracketleft: '[',
  bracketright: ']',
  backslash: '\\',
  backquote: '`',
};
const MAC_NAMES: Readonly<Record<string, string>> = { mod: '⌘', alt: '⌥' };

/** `mod+k` → `Ctrl` `K`; a question mark is written as one key, although it needs Shift. */
export function keyNames(keys: string, isMac: boolean): readonly (readonly string[])[] {
  return keys.split(/\s*[,>]\s*/).map((chord) =>
    chord
      .replace('shift+slash', 'question')
      .split('+')
      .map((key) => (isMac ? MAC_NAMES[key] : undefined) ?? NAMES[key === 'mod' ? 'ctrl' : key] ?? key.toUpperCase()),
  );
}

/** Nothing for an action without a key. */
export function KeyCaps({ keys, className }: { keys: string; className?: string }) {
  const { t } = useTranslation();
  if (keys === '') return null;
  const between = keys.includes('>') ? t(($) => $.shortcuts.then) : '/';
  return (
    <span className="inline-flex items-center gap-1">
      {keyNames(keys, isMacKeyboard()).map((chord, index) => (
        <Fragment key={chord.join(' ')}>
          {index > 0 && <span className="text-11 text-fg-3">{between}</span>}
          {chord.map((key) => (
            <Kbd key={key} className={className}>
              {key}
            </Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}

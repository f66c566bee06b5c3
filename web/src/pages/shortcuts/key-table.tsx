/** Every action with its key, which is recorded by pressing it. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { KeyCaps } from '#design/ui/controls/key-caps.tsx';
import { type FocusPlaces, useKeptFocus } from '#design/ui/overlays/kept-focus.ts';
import { conflictsIn, type KeyFault, keptFor, withKeys } from '#pages/shortcuts/key-choice.ts';
import { useRecordedKey } from '#pages/shortcuts/recorded-key.ts';
import {
  isSwitchedOff,
  keysOf,
  SHORTCUT_PLACES,
  type ShortcutName,
  type ShortcutPlace,
  shortcutOf,
  useShortcutPreference,
} from '#session/shortcuts.ts';

export function KeyTable({ names, query }: { names: readonly ShortcutName[]; query: string }) {
  const { t } = useTranslation();
  const [recording, setRecording] = useState<ShortcutName | null>(null);
  if (names.length === 0) {
    return (
      <p role="status" className="p-8 text-center text-fg-3">
        {t(($) => $.empty.search, { query })}
      </p>
    );
  }
  return SHORTCUT_PLACES.map((place) => (
    <Place
      key={place}
      place={place}
      names={names.filter((name) => shortcutOf(name).place === place)}
      recording={recording}
      onRecord={setRecording}
    />
  ));
}

interface PlaceProps {
  readonly place: ShortcutPlace;
  readonly names: readonly ShortcutName[];
  readonly recording: ShortcutName | null;
  readonly onRecord: (name: ShortcutName | null) => void;
}

/** Without a key to clear, the focus goes to the button beside it. */
const PLACES: FocusPlaces = { rows: 'li' };

/** The button that records the key of an action. */
export function keyButtonId(name: ShortcutName): string {
  return `key-of-${name}`;
}

function Place({ place, names, recording, onRecord }: PlaceProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const kept = useKeptFocus(list, PLACES);
  if (names.length === 0) return null;
  return (
    <section>
      <h2 className="border-border border-b bg-surface-2 px-4 py-1.5 font-medium text-12 text-fg-2">
        {t(($) => $.keys.place[place])}
      </h2>
      <ul ref={list} {...kept} className="divide-y divide-border border-border border-b">
        {names.map((name) => (
          <KeyRow
            key={name}
            name={name}
            isRecording={recording === name}
            onRecord={(isOn) => onRecord(isOn ? name : null)}
          />
        ))}
      </ul>
    </section>
  );
}

interface KeyRowProps {
  readonly name: ShortcutName;
  readonly isRecording: boolean;
  readonly onRecord: (isOn: boolean) => void;
}

function KeyRow({ name, isRecording, onRecord }: KeyRowProps) {
  const { t } = useTranslation();
  const preference = useShortcutPreference();
  const { keys: chosen, setKeys } = preference;
  const [fault, setFault] = useState<KeyFault | 'composed' | null>(null);
  const keys = keysOf(name, chosen);
  const action = t(($) => $.keys.name[name]);
  const rivals = [...conflictsIn(chosen).values()].find((names) => names.includes(name)) ?? [];
  const isOff = isSwitchedOff(name, preference);
  const choose = (next: string) => setKeys(withKeys(chosen, name, next));
  const keep = () => {
    // The button that was pressed goes with the conflict.
    document.getElementById(keyButtonId(name))?.focus();
    setKeys(keptFor(chosen, name, rivals));
  };
  const end = () => {
    setFault(null);
    onRecord(false);
  };
  useRecordedKey(isRecording, {
    name,
    onKeys: (next) => {
      choose(next);
      end();
    },
    onFault: setFault,
    onEnd: end,
  });
  return (
    <li
      data-testid={`key-${name}`}
      className={cn(
        'flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1',
        rivals.length > 0 && 'bg-danger-soft',
      )}
    >
      <span className={cn('min-w-24 flex-1 md:min-w-40', isOff && 'text-fg-3 line-through')}>{action}</span>
      {rivals.length > 0 && (
        <>
          <span className="font-medium text-12 text-danger">{t(($) => $.keys.conflict)}</span>
          <Button
            variant="outline"
            size="sm"
            className="max-md:h-11"
            aria-label={t(($) => $.keys.keepHereOf, { action })}
            onClick={keep}
          >
            {t(($) => $.keys.keepHere)}
          </Button>
        </>
      )}
      <Button
        variant="outline"
        size="sm"
        id={keyButtonId(name)}
        aria-pressed={isRecording}
        aria-label={t(($) => $.keys.change, { action })}
        className={cn('min-w-24 max-md:h-11', isRecording && 'border-ring text-primary-text')}
        onClick={() => onRecord(!isRecording)}
        onBlur={end}
      >
        {isRecording ? t(($) => $.keys.press) : keys === '' ? '–' : <KeyCaps keys={keys} />}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        className="min-w-18 max-md:h-11"
        disabled={keys === '' && shortcutOf(name).keys === ''}
        aria-label={t(($) => (keys === shortcutOf(name).keys ? $.keys.clearOf : $.keys.resetOf), { action })}
        onClick={() => choose(keys === shortcutOf(name).keys ? '' : shortcutOf(name).keys)}
      >
        {t(($) => (keys === shortcutOf(name).keys ? $.keys.clear : $.keys.reset))}
      </Button>
      {isRecording && fault && (
        <p role="alert" className="w-full text-12 text-danger">
          {t(($) => $.keys.fault[fault])}
        </p>
      )}
    </li>
  );
}

/** Listens for the next key that is pressed, whatever it does otherwise, until one may be chosen or Esc ends it. */
import { useEffect, useEffectEvent } from 'react';
import { faultOf, type KeyFault } from '#pages/shortcuts/key-choice.ts';
import { chordOf, isComposed } from '#session/key-gate.ts';
import type { ShortcutName } from '#session/shortcuts.ts';

export interface RecordedKey {
  /** Whose key it will be. */
  readonly name: ShortcutName;
  readonly onKeys: (keys: string) => void;
  readonly onFault: (fault: KeyFault | 'composed') => void;
  readonly onEnd: () => void;
}

export function useRecordedKey(isRecording: boolean, { name, onKeys, onFault, onEnd }: RecordedKey): void {
  const take = useEffectEvent((event: KeyboardEvent) => {
    // The way out of the page by keys stays.
    if (event.key === 'Tab') return onEnd();
    event.preventDefault();
    event.stopPropagation();
    // Enter that began the recording may still be held.
    if (event.repeat) return;
    if (event.key === 'Escape') return onEnd();
    if (isComposed(event)) return onFault('composed');
    const chord = chordOf(event);
    if (chord === null) return;
    const fault = faultOf(chord, name);
    if (fault) onFault(fault);
    else onKeys(chord);
  });
  useEffect(() => {
    if (!isRecording) return;
    const listening = new AbortController();
    window.addEventListener('keydown', (event) => take(event), { capture: true, signal: listening.signal });
    return () => listening.abort();
  }, [isRecording]);
}

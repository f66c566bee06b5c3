/**
 * Keeps what is typed between asking for the palette and its opening. The palette is loaded on demand, and a fast
 * typist must neither lose the first letters nor trigger the page's shortcuts with them.
 */
import { useOpenDialog } from '#session/open-dialog.ts';

/** After this long the palette is assumed not to open. */
const LONGEST_MS = 5_000;

let typed = '';
let end: (() => void) | null = null;

/** Runs for the life of the page; returns the function that stops it. */
export function watchEarlyKeys(): () => void {
  return useOpenDialog.subscribe(({ dialog }, before) => {
    if (dialog === before.dialog) return;
    if (dialog === 'palette') begin();
    else endEarlyKeys();
  });
}

/**
 * Returns what was typed so far. From then on keys go to the focused element, so call it once the palette has the
 * focus.
 */
export function takeEarlyKeys(): string {
  const all = typed;
  endEarlyKeys();
  return all;
}

function endEarlyKeys(): void {
  end?.();
}

function begin(): void {
  typed = '';
  const timer = setTimeout(endEarlyKeys, LONGEST_MS);
  window.addEventListener('keydown', take, { capture: true });
  end = () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', take, { capture: true });
    typed = '';
    end = null;
  };
}

function take(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key.length === 1) typed += event.key;
  else if (event.key === 'Backspace') typed = typed.slice(0, -1);
  // There is no result yet for Enter to choose, and the focused button of the page must not be pressed.
  else if (event.key !== 'Enter') return;
  event.preventDefault();
  event.stopPropagation();
}

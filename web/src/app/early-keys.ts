/**
 * What is typed between asking for the palette and its standing there: its program comes when it is asked for, and whoever
 * types at once must not lose the first letters, or have them act on the page as keys.
 */
import { useOpenDialog } from '#session/open-dialog.ts';

/** A palette that has not come by then does not come. */
const LONGEST_MS = 5_000;

let typed = '';
let end: (() => void) | null = null;

/** For the life of the page; answers how to stop. */
export function watchEarlyKeys(): () => void {
  return useOpenDialog.subscribe(({ dialog }, before) => {
    if (dialog === before.dialog) return;
    if (dialog === 'palette') begin();
    else endEarlyKeys();
  });
}

/** What was typed so far; from now on the keys go where the focus is, so it is asked once the palette has the focus. */
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
  // Nothing is found yet that Enter could choose, and the button of the page that has the focus is not meant.
  else if (event.key !== 'Enter') return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Keeps the keyboard focus when rows and buttons disappear: the focus of a removed or disabled element would fall to
 * the page, and the next Tab begin at its top. It moves to the place of the same row, of the next or of the one before;
 * else to where the container says.
 */
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

export interface FocusPlaces {
  /** Selector of the rows in the container; if omitted, it has none. */
  readonly rows?: string;
  /** Selector of the places in a row, of which the last takes the focus; if omitted, its last button. */
  readonly place?: string;
  /** The place used without a row; if omitted, the panel around. */
  readonly otherwise?: (container: HTMLElement) => HTMLElement | null | undefined;
}

export interface KeptFocus {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/** Expects a container that mounts and unmounts with its caller; each render checks what disappeared. */
export function useKeptFocus(container: RefObject<HTMLElement | null>, places: FocusPlaces = {}): KeptFocus {
  const held = useRef<Held | null>(null);
  const latest = useRef(places);
  useLayoutEffect(() => {
    latest.current = places;
    const node = container.current;
    if (!node || held.current === null) return;
    // React fires no blur for elements it removes or disables: only then is a place held while nothing has the focus.
    if (!isLost(document.activeElement)) {
      held.current = { ...held.current, rows: rowsIn(node, places) };
      return;
    }
    const lost = held.current;
    held.current = null;
    giveTo([...placesBeside(lost, node, places), otherwise(node, places)]);
  });
  useLayoutEffect(() => {
    const node = container.current;
    return () => {
      if (node?.contains(document.activeElement)) giveTo([otherwise(node, latest.current)]);
    };
  }, [container]);
  return {
    onFocus: ({ target, currentTarget }) => {
      // Anything that a row opened elsewhere on the page is not inside it.
      const isInside = currentTarget instanceof HTMLElement && currentTarget.contains(target);
      const row = isInside && places.rows !== undefined ? target.closest<HTMLElement>(places.rows) : null;
      held.current = isInside ? { row, rows: rowsIn(currentTarget, places) } : null;
    },
    onBlur: () => {
      held.current = null;
    },
  };
}

/** Describes where the focus was. */
interface Held {
  readonly row: HTMLElement | null;
  /** All rows in their order, some of which may be gone. */
  readonly rows: readonly HTMLElement[];
}

function rowsIn(container: HTMLElement, { rows }: FocusPlaces): readonly HTMLElement[] {
  return rows === undefined ? [] : [...container.querySelectorAll<HTMLElement>(rows)];
}

function placesBeside({ row, rows }: Held, container: HTMLElement, { place = 'button' }: FocusPlaces): HTMLElement[] {
  if (row === null) return [];
  const at = rows.indexOf(row);
  const nearest = [row, ...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at)).reverse()];
  return nearest
    .filter((one) => container.contains(one))
    .flatMap((one) => [...one.querySelectorAll<HTMLElement>(`${place}:not(:disabled)`)].at(-1) ?? []);
}

function otherwise(container: HTMLElement, places: FocusPlaces): HTMLElement | null | undefined {
  return places.otherwise ? places.otherwise(container) : container.closest<HTMLElement>('[tabindex]');
}

function isLost(focused: Element | null): boolean {
  return focused === document.body || focused?.matches(':disabled') === true;
}

function giveTo(places: readonly (HTMLElement | null | undefined)[]): void {
  // Tests by trying: a hidden element does not take the focus.
  const taker = places.find((place) => {
    place?.focus();
    return place && document.activeElement === place;
  });
  if (taker) ignoreHeldKey();
}

/** A key still held when its button disappeared must not press what has the focus now. */
function ignoreHeldKey(): void {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.repeat) return listening.abort();
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', onKeyDown, options);
  window.addEventListener('keyup', () => listening.abort(), options);
}

/**
 * Keyboard control of the rows: arrows, Home, End and page keys move the focus, Enter opens the desk, Space shows the
 * chart, B and S open the ticket; Alt with the arrows moves the row itself in a named list. Only the row focused last
 * is in the tab order.
 */
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { BoardLine } from '#features/price-table/board-lines.ts';
import type { RowActions } from '#features/price-table/row-actions.ts';

const PAGE = 12;

export interface BoardKeys {
  readonly activeCode: string | null;
  readonly activeIndex: number;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
  /** Keys continue from whichever row got the focus, also by a click. */
  onFocus(event: FocusEvent<HTMLElement>): void;
}

export interface BoardKeysOptions {
  readonly lines: readonly BoardLine[];
  readonly selectedCode: string | null;
  readonly actions: RowActions;
  readonly body: RefObject<HTMLElement | null>;
  readonly scrollTo: (index: number) => void;
}

export function useBoardKeys({ lines, selectedCode, actions, body, scrollTo }: BoardKeysOptions): BoardKeys {
  const [moved, setMoved] = useState<string | null>(null);
  const wantsFocus = useRef(false);
  const activeIndex = indexOfCode(lines, moved) ?? indexOfCode(lines, selectedCode) ?? indexFrom(lines, 0, 1) ?? -1;
  const activeCode = codeAt(lines, activeIndex);

  useEffect(() => {
    if (!wantsFocus.current || activeCode === null) return;
    wantsFocus.current = false;
    body.current?.querySelector<HTMLElement>(`[data-code="${activeCode}"]`)?.focus({ preventScroll: true });
  }, [activeCode, body]);

  return { activeCode, activeIndex, onKeyDown, onFocus };

  function onFocus({ target }: FocusEvent<HTMLElement>): void {
    const code = target.closest<HTMLElement>('[data-code]')?.dataset.code;
    if (code !== undefined) setMoved(code);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (event.altKey && step !== null && activeCode !== null) {
      event.preventDefault();
      actions.onMove(activeCode, step);
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = targetOf(event.key);
    if (target !== undefined) {
      event.preventDefault();
      moveTo(target);
      return;
    }
    const isOnRow = event.target instanceof HTMLElement && event.target.dataset.code !== undefined;
    if (isOnRow && activeCode !== null && act(event.key, activeCode)) event.preventDefault();
  }

  function targetOf(key: string): number | undefined {
    switch (key) {
      case 'ArrowDown':
        return indexFrom(lines, activeIndex + 1, 1);
      case 'ArrowUp':
        return indexFrom(lines, activeIndex - 1, -1);
      case 'PageDown':
        return indexFrom(lines, Math.min(lines.length - 1, activeIndex + PAGE), -1);
      case 'PageUp':
        return indexFrom(lines, Math.max(0, activeIndex - PAGE), 1);
      case 'Home':
        return indexFrom(lines, 0, 1);
      case 'End':
        return indexFrom(lines, lines.length - 1, -1);
      default:
        return undefined;
    }
  }

  function moveTo(index: number): void {
    const code = codeAt(lines, index);
    if (code === null || code === activeCode) return;
    wantsFocus.current = true;
    // The heading above the first row is scrolled into view with it.
    scrollTo(lines[index - 1]?.kind === 'group' ? index - 1 : index);
    scrollTo(index);
    setMoved(code);
  }

  function act(key: string, code: string): boolean {
    switch (key.toLowerCase()) {
      case 'enter':
        actions.onOpen(code);
        return true;
      case ' ':
        actions.onSelect(code);
        return true;
      case 'b':
        actions.onOpen(code, 'BUY');
        return true;
      case 's':
        actions.onOpen(code, 'SELL');
        return true;
      default:
        return false;
    }
  }
}

function codeAt(lines: readonly BoardLine[], index: number): string | null {
  const line = lines[index];
  return line?.kind === 'contract' ? line.contract.code : null;
}

function indexOfCode(lines: readonly BoardLine[], code: string | null): number | undefined {
  if (code === null) return undefined;
  const index = lines.findIndex((line) => line.kind === 'contract' && line.contract.code === code);
  return index < 0 ? undefined : index;
}

/** The first contract at or after a line, in one direction. */
function indexFrom(lines: readonly BoardLine[], start: number, step: 1 | -1): number | undefined {
  for (let index = start; index >= 0 && index < lines.length; index += step) {
    if (lines[index]?.kind === 'contract') return index;
  }
  return undefined;
}

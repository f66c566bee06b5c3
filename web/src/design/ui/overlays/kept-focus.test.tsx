// @vitest-environment jsdom
/**
 * Checks the keyboard focus when rows and buttons disappear. The rows of tables are in list-table.test, the bar's in
 * bulk-bar.test.
 */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { type FocusPlaces, useKeptFocus } from '#design/ui/overlays/kept-focus.ts';

afterEach(cleanup);

const onEnd = vi.fn();
const PLACES: FocusPlaces = {
  rows: 'li',
  place: '.name',
  otherwise: (list) => list.parentElement?.querySelector('input'),
};

function List({ rows, busy }: { rows: readonly string[]; busy: string | undefined }) {
  const list = useRef<HTMLUListElement>(null);
  const kept = useKeptFocus(list, PLACES);
  return (
    <ul ref={list} {...kept}>
      {rows.map((row) => (
        <li key={row}>
          <button type="button" className="name" disabled={row === 'tắt'}>
            {row}
          </button>
          <button type="button" disabled={row === busy} onKeyDown={onEnd}>
            bỏ {row}
          </button>
        </li>
      ))}
    </ul>
  );
}

function shown(first: readonly string[]) {
  const tree = (rows: readonly string[] | null, busy?: string) => (
    <section>
      {rows && <List rows={rows} busy={busy} />}
      <input aria-label="tên" />
    </section>
  );
  const { rerender } = render(tree(first));
  return { show: (rows: readonly string[] | null, busy?: string) => rerender(tree(rows, busy)) };
}

const focusOn = (name: string) => screen.getByRole('button', { name }).focus();
const focused = () => document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label');

test('moves to the same place in the next row that has one, then the one before, then to where the list says', () => {
  const { show } = shown(['a', 'b', 'tắt', 'c']);
  focusOn('bỏ b');
  show(['a', 'tắt', 'c']);
  expect(focused()).toBe('c');
  show(['a']);
  expect(focused()).toBe('a');
  show([]);
  expect(focused()).toBe('tên');
});

test('stays in the row whose button was disabled', () => {
  const { show } = shown(['a', 'b']);
  focusOn('bỏ b');
  show(['a', 'b'], 'b');
  expect(focused()).toBe('b');
});

test('moves to where the list says when a row disappears as a whole', () => {
  const { show } = shown(['a']);
  focusOn('bỏ a');
  show(null);
  expect(focused()).toBe('tên');
});

test('stays where somebody moved it', () => {
  const { show } = shown(['a', 'b']);
  focusOn('bỏ a');
  screen.getByRole('textbox').focus();
  show(['b']);
  expect(focused()).toBe('tên');
});

test('a key held on a vanished button presses nothing until it is released', () => {
  const { show } = shown(['a', 'b']);
  focusOn('bỏ a');
  show(['b']);
  const end = screen.getByRole('button', { name: 'bỏ b' });
  expect(fireEvent.keyDown(end, { key: 'Enter', repeat: true })).toBe(false);
  expect(onEnd).not.toHaveBeenCalled();
  fireEvent.keyUp(end, { key: 'Enter' });
  fireEvent.keyDown(end, { key: 'Enter', repeat: true });
  expect(onEnd).toHaveBeenCalledTimes(1);
});

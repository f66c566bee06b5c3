// @vitest-environment jsdom
/**
 * Checks the table below the chart: columns moved, resized, sorted and chosen, few rows of many mounted, totals of the
 * same rows.
 */
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { TooltipProvider } from '#design/ui/overlays/tooltip.tsx';
import { ColumnMenu } from '#design/ui/table/column-menu.tsx';
import { compareKnown, type ListColumn } from '#design/ui/table/list-columns.ts';
import { ListTable } from '#design/ui/table/list-table.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { useColumnMemory } from '#session/column-memory.ts';

interface Row {
  readonly id: string;
  readonly lots: number;
}

const COLUMNS: readonly ListColumn<Row>[] = [
  { id: 'id', name: 'Mã', width: 80, isFixed: true, compare: (a, b) => compareKnown(a.id, b.id), cell: ({ id }) => id },
  { id: 'lots', name: 'Lot', width: 80, compare: (a, b) => a.lots - b.lots, cell: ({ lots }) => lots, total: '6' },
  { id: 'note', name: 'Ghi chú', width: 80, cell: () => 'x' },
];
const ROWS = [
  { id: 'b', lots: 1 },
  { id: 'a', lots: 3 },
  { id: 'c', lots: 2 },
];
const keyOf = ({ id }: Row) => id;

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await startI18n();
});
beforeEach(() => {
  useColumnMemory.getState().reset('orders');
});
afterEach(cleanup);

function setUp(rows: readonly Row[] = ROWS, props: Partial<Parameters<typeof ListTable<Row>>[0]> = {}) {
  render(
    <TooltipProvider>
      <ColumnMenu list="orders" columns={COLUMNS} />
      <ListTable
        list="orders"
        label="Lệnh"
        columns={COLUMNS}
        firstToGo={[]}
        rows={rows}
        keyOf={keyOf}
        rowProps={({ id }) => ({ 'data-testid': `row-${id}` })}
        totals={{ lead: 'Tổng 3', testId: 'totals' }}
        {...props}
      />
    </TooltipProvider>,
  );
  return userEvent.setup({ delay: null });
}

const shown = () => screen.getAllByTestId(/^row-/).map((row) => row.dataset.testid?.slice(4));
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

test('a head sorts ascending, descending and not at all, and announces which', async () => {
  const user = setUp();
  const head = () => screen.getByRole('columnheader', { name: /Lot/ });
  expect(shown()).toEqual(['b', 'a', 'c']);
  await user.click(within(head()).getByRole('button'));
  expect(shown()).toEqual(['b', 'c', 'a']);
  expect(head().getAttribute('aria-sort')).toBe('ascending');
  await user.click(within(head()).getByRole('button'));
  expect(shown()).toEqual(['a', 'c', 'b']);
  await user.click(within(head()).getByRole('button'));
  expect(shown()).toEqual(['b', 'a', 'c']);
  expect(head().getAttribute('aria-sort')).toBe('none');
});

test('keys move and resize a column', async () => {
  const user = setUp();
  screen.getByRole('button', { name: /Lot/ }).focus();
  await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  expect(heads()).toEqual(['Lot', 'Mã', 'Ghi chú']);
  await user.keyboard('{Control>}{ArrowRight}{ArrowRight}{/Control}');
  expect(useColumnMemory.getState().lists.orders?.widths).toEqual({ lots: 96 });
});

test('one head is in the tab order, and arrows go to the next one', async () => {
  const user = setUp();
  const button = (name: string) => screen.getByRole('button', { name });
  const stops = () => ['Mã', 'Lot', 'Ghi chú'].filter((name) => button(name).tabIndex === 0);
  expect(stops()).toEqual(['Mã']);
  for (const edge of screen.getAllByRole('separator')) expect(edge.tabIndex).toBe(-1);
  button('Mã').focus();
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(button('Lot'));
  expect(stops()).toEqual(['Lot']);
  await user.keyboard('{End}');
  expect(document.activeElement).toBe(button('Ghi chú'));
  await user.keyboard('{ArrowRight}{Home}');
  expect(document.activeElement).toBe(button('Mã'));
});

test('the edge of a head resizes it too; a drag is stored on release, not before', async () => {
  const user = setUp();
  const edge = () => screen.getByRole('separator', { name: 'Độ rộng cột Lot' });
  expect(screen.getByRole('columnheader', { name: 'Lot' })).toBeTruthy();
  const widths = () => useColumnMemory.getState().lists.orders?.widths ?? {};
  edge().setPointerCapture = vi.fn();
  fireEvent.pointerDown(edge(), { button: 0, clientX: 80 });
  fireEvent.pointerMove(edge(), { clientX: 100 });
  expect(edge().ariaValueNow).toBe('100');
  expect(widths()).toEqual({});
  fireEvent.pointerUp(edge(), { clientX: 100 });
  expect(widths()).toEqual({ lots: 100 });
  edge().focus();
  await user.keyboard('{ArrowLeft}');
  expect(widths()).toEqual({ lots: 92 });
  fireEvent.doubleClick(edge());
  expect(widths()).toEqual({});
});

test('a head dragged over another takes its place, and does not count as a press', () => {
  setUp();
  const at: Record<string, number> = { id: 0, lots: 100, note: 200 };
  for (const head of screen.getAllByRole('columnheader')) {
    const left = at[head.dataset.column ?? ''] ?? 0;
    vi.spyOn(head, 'getBoundingClientRect').mockReturnValue(new DOMRect(left, 0, 100, 28));
  }
  const button = screen.getByRole('button', { name: 'Ghi chú' });
  fireEvent.pointerDown(button, { button: 0, clientX: 250 });
  fireEvent.pointerMove(window, { clientX: 40 });
  fireEvent.pointerUp(window, { clientX: 40 });
  fireEvent.click(screen.getByRole('button', { name: /Mã/ }));
  expect(useColumnMemory.getState().lists.orders?.sort ?? null).toBeNull();
  expect(heads()).toEqual(['Ghi chú', 'Mã', 'Lot']);
});

test('columns are chosen and restored; the one that names the row can’t be hidden', async () => {
  const user = setUp();
  await user.click(screen.getByTestId('columns-orders'));
  expect(screen.getByRole('checkbox', { name: 'Mã' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('checkbox', { name: 'Lot' }));
  await user.click(screen.getByRole('button', { name: 'Chuyển Ghi chú lên trước' }));
  await user.click(screen.getByRole('button', { name: 'Chuyển Ghi chú lên trước' }));
  const head = (name: string) => screen.queryByRole('button', { name, hidden: true });
  expect(head('Lot')).toBeNull();
  expect(useColumnMemory.getState().lists.orders?.order).toEqual(['note', 'id', 'lots']);
  await user.click(screen.getByTestId('columns-reset'));
  expect(head('Lot')).not.toBeNull();
});

test('mounts the visible rows of five thousand, and counts all', () => {
  setUp(Array.from({ length: 5000 }, (_, lots) => ({ id: `r${lots}`, lots })));
  expect(shown().length).toBeLessThan(60);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001');
  expect(screen.getByTestId('totals').textContent).toBe('Tổng 36');
});

test('an opened row shows its content below itself', () => {
  setUp(ROWS, { openedOf: ({ id }) => (id === 'a' ? <p>khớp của {id}</p> : null) });
  const opened = screen.getByText('khớp của a').closest('tbody');
  expect(opened?.querySelector('[data-testid="row-a"]')).not.toBeNull();
});

test('a line across all columns takes the place of its cells', () => {
  setUp(ROWS, { wholeOf: ({ id }) => (id === 'c' ? <p>kèm lệnh</p> : null) });
  expect(within(screen.getByTestId('row-c')).getAllByRole('cell')).toHaveLength(1);
});

describe('a row that disappears while one of its buttons has the focus', () => {
  const tail = {
    width: 120,
    head: null,
    cell: ({ id, lots }: Row) => (
      <>
        {lots < 9 && <button type="button">hủy {id}</button>}
        <button type="button">xem {id}</button>
      </>
    ),
  };
  const table = (rows: readonly Row[]) => (
    <TooltipProvider>
      <section tabIndex={-1} data-testid="panel">
        {rows.length > 0 && (
          <ListTable
            list="orders"
            label="Lệnh"
            columns={COLUMNS}
            firstToGo={[]}
            rows={rows}
            keyOf={keyOf}
            tail={tail}
          />
        )}
      </section>
    </TooltipProvider>
  );
  const focusOn = (name: string) => act(() => screen.getByRole('button', { name }).focus());
  const without = (...gone: readonly string[]) => table(ROWS.filter(({ id }) => !gone.includes(id)));
  const focused = () => document.activeElement?.textContent;

  test('passes it to the last button of the next row, which only opens something; at the end to the previous one', () => {
    const { rerender } = render(table(ROWS));
    focusOn('hủy b');
    rerender(without('b'));
    expect(focused()).toBe('xem a');
    rerender(without('b', 'a'));
    expect(focused()).toBe('xem c');
    cleanup();
    const again = render(table(ROWS));
    focusOn('hủy c');
    again.rerender(without('c'));
    expect(focused()).toBe('xem a');
  });

  test('passes it to the panel when no row is left', () => {
    const { rerender } = render(table(ROWS));
    focusOn('hủy b');
    rerender(table([]));
    expect(document.activeElement).toBe(screen.getByTestId('panel'));
  });

  test('leaves it alone when it was elsewhere by then', () => {
    const { rerender } = render(table(ROWS));
    focusOn('hủy b');
    act(() => screen.getByRole('button', { name: 'hủy b' }).blur());
    rerender(without('b'));
    expect(document.activeElement).toBe(document.body);
    focusOn('hủy a');
    focusOn('Lot');
    rerender(without('b', 'a'));
    expect(document.activeElement?.textContent).toBe('Lot');
  });

  test('keeps it in the row when only the button disappeared', () => {
    const { rerender } = render(table(ROWS));
    focusOn('hủy b');
    rerender(table(ROWS.map((row) => (row.id === 'b' ? { ...row, lots: 9 } : row))));
    expect(focused()).toBe('xem b');
    rerender(without('b'));
    expect(focused()).toBe('xem a');
  });
});

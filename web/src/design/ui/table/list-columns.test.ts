import { describe, expect, test } from 'vitest';
import { compareKnown, type ListColumn, layoutList, nextSort, sortedRows } from '#design/ui/table/list-columns.ts';
import { UNTOUCHED } from '#session/column-memory.ts';

type Row = { readonly name: string; readonly size: number | null };

const column = (id: string, width: number, part: Partial<ListColumn<Row>> = {}): ListColumn<Row> => ({
  id,
  name: id,
  width,
  cell: ({ name }) => name,
  ...part,
});

const COLUMNS = [
  column('code', 80, { isFixed: true }),
  column('type', 100),
  column('status', 120, { grows: true }),
  column('extra', 90, { isExtra: true }),
];
const layout = (width: number, kept = UNTOUCHED) => {
  const { columns, hidden } = layoutList(COLUMNS, kept, { width, beside: 50, firstToGo: ['type', 'code', 'status'] });
  return { widths: columns.map(({ id, placedWidth }) => `${id} ${placedWidth}`), hidden };
};

describe('room', () => {
  test('with plenty of it, growing columns take the rest', () =>
    expect(layout(450)).toEqual({ widths: ['code 80', 'type 100', 'status 220'], hidden: [] }));

  test('with too little, columns are hidden in their order, and a fixed one never', () => {
    expect(layout(349)).toEqual({ widths: ['code 80', 'status 219'], hidden: ['type'] });
    expect(layout(100)).toEqual({ widths: ['code 80'], hidden: ['type', 'status'] });
  });

  test('while it is unknown, everything is shown at its default width', () =>
    expect(layout(0).widths).toEqual(['code 80', 'type 100', 'status 120']));
});

describe('column settings', () => {
  test('an extra column is shown, another one hidden; a fixed one can’t be', () => {
    const kept = { ...UNTOUCHED, shown: { extra: true, type: false, code: false } };
    expect(layout(400, kept).widths).toEqual(['code 80', 'status 180', 'extra 90']);
  });

  test('the order is kept', () =>
    expect(layout(0, { ...UNTOUCHED, order: ['status', 'type', 'code'] }).widths).toEqual([
      'status 120',
      'type 100',
      'code 80',
    ]));

  test('a width set by hand stays, the others share the rest', () => {
    const kept = { ...UNTOUCHED, widths: { status: 100 } };
    expect(layout(410, kept).widths).toEqual(['code 115', 'type 144', 'status 100']);
  });
});

describe('sorting', () => {
  const rows = [
    { name: 'b', size: 2 },
    { name: 'c', size: null },
    { name: 'a', size: 2 },
    { name: 'd', size: 1 },
  ];
  const bySize = [column('size', 50, { compare: (a, b) => compareKnown(a.size, b.size) })];
  const names = (direction: 'ascending' | 'descending') =>
    sortedRows(rows, bySize, { id: 'size', direction })
      .map(({ name }) => name)
      .join('');

  test('keeps the server’s order among equals, missing values last', () => {
    expect(names('ascending')).toBe('dbac');
    expect(names('descending')).toBe('cbad');
  });

  test('by a removed column sorts nothing', () =>
    expect(sortedRows(rows, bySize, { id: 'gone', direction: 'ascending' })).toBe(rows));

  test('goes ascending, descending, none with three presses', () => {
    const first = nextSort(null, 'size');
    expect(first).toEqual({ id: 'size', direction: 'ascending' });
    expect(nextSort(first, 'size')).toEqual({ id: 'size', direction: 'descending' });
    expect(nextSort(nextSort(first, 'size'), 'size')).toBeNull();
    expect(nextSort(first, 'name')).toEqual({ id: 'name', direction: 'ascending' });
  });
});

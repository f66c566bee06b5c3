/** A list of a statement: a table on a desk, cards on a phone; a long one is opened as a whole on request. */
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Table, Td, Th, TotalsRow, Tr } from '#design/ui/table/table.tsx';
import { useFormat } from '#i18n/use-format.ts';

export interface StatementColumn<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  readonly numeric?: boolean;
  /** On a phone's card: `head` stands at its top, `figure` to the right of it, the rest below. */
  readonly place?: 'head' | 'figure';
  /** The last line. */
  readonly total?: ReactNode;
  readonly className?: string;
}

export interface StatementRowsProps<Row> {
  readonly label: string;
  readonly columns: readonly StatementColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** What stands where there are none. */
  readonly nothing: string;
}

const SHOWN_AT_FIRST = 50;

export function StatementRows<Row>(props: StatementRowsProps<Row>) {
  const { t } = useTranslation();
  const format = useFormat();
  const isNarrow = useNarrowScreen();
  const [isWhole, setWhole] = useState(false);
  const { rows, nothing } = props;
  if (rows.length === 0) return <p className="px-5 py-8 text-center text-fg-3">{nothing}</p>;
  const shown = isWhole ? rows : rows.slice(0, SHOWN_AT_FIRST);
  const more = rows.length - shown.length;
  const Shape = isNarrow ? Cards : Lines;
  return (
    <>
      <Shape {...props} rows={shown} all={rows.length} />
      {more > 0 && (
        <p className="flex items-center gap-2 px-3 py-2 text-fg-3">
          {t(($) => $.statements.more, { count: more, rows: format.volume(more) })}
          <Button variant="outline" size="sm" className="max-md:h-11" onClick={() => setWhole(true)}>
            {t(($) => $.statements.showAll)}
          </Button>
        </p>
      )}
    </>
  );
}

type ShapeProps<Row> = StatementRowsProps<Row> & { readonly all: number };

function Lines<Row>({ label, columns, rows, keyOf, all }: ShapeProps<Row>) {
  const { t } = useTranslation();
  const format = useFormat();
  const hasTotals = columns.some(({ total }) => total !== undefined);
  return (
    <Table aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ name, numeric = false }) => (
            <Th key={name} numeric={numeric}>
              {name}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {rows.map((row) => (
          <Tr key={keyOf(row)}>
            {columns.map(({ name, cell, numeric = false, className }) => (
              <Td key={name} numeric={numeric} className={className}>
                {cell(row)}
              </Td>
            ))}
          </Tr>
        ))}
      </tbody>
      {hasTotals && (
        <tfoot className="tabular-nums">
          <TotalsRow>
            {columns.map(({ name, total, numeric = false }, place) => (
              <Td key={name} numeric={numeric}>
                {place === 0 ? t(($) => $.statements.total, { count: all, rows: format.volume(all) }) : total}
              </Td>
            ))}
          </TotalsRow>
        </tfoot>
      )}
    </Table>
  );
}

function Cards<Row>({ label, columns, rows, keyOf }: ShapeProps<Row>) {
  return (
    <ul aria-label={label} className="tabular-nums">
      {rows.map((row) => (
        <li key={keyOf(row)} className="grid gap-1 border-border border-b px-4 py-3 last:border-b-0">
          <div className="flex items-baseline gap-2">
            {columns.map(({ name, cell, place }) =>
              place ? (
                <span key={name} className={cn('font-medium', place === 'figure' && 'ml-auto text-right')}>
                  {cell(row)}
                </span>
              ) : null,
            )}
          </div>
          <dl className="grid gap-0.5 text-12 text-fg-2">
            {columns.map(({ name, cell, place }) =>
              place ? null : (
                <div key={name} className="flex gap-2 has-[dd:empty]:hidden">
                  <dt className="text-fg-3">{name}</dt>
                  <dd className="ml-auto min-w-0 break-words text-right">{cell(row)}</dd>
                </div>
              ),
            )}
          </dl>
        </li>
      ))}
    </ul>
  );
}

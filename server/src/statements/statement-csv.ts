/** A statement's movements as a table for spreadsheets, with opening and closing as its first and last line. */
import { BYTE_ORDER_MARK, type CsvColumn, csvHead, csvLines } from '@mua/contract/csv';
import type { Statement } from '@mua/contract/entities/statement';

type Line = Partial<Statement['movements'][number]> & { readonly date?: string };

const COLUMNS: readonly CsvColumn<Line>[] = [
  { field: 'timestamp', value: ({ timestamp, date }) => timestamp ?? date ?? null },
  { field: 'type', value: ({ type }) => type ?? null },
  { field: 'amount', value: ({ amount }) => amount ?? null },
  { field: 'balance', value: ({ balance }) => balance ?? null },
  { field: 'note', value: ({ note }) => note ?? null },
  { field: 'fill.contractCode', value: ({ fill }) => fill?.contractCode ?? null },
  { field: 'fill.side', value: ({ fill }) => fill?.side ?? null },
  { field: 'fill.lots', value: ({ fill }) => fill?.lots ?? null },
  { field: 'fill.price', value: ({ fill }) => fill?.price ?? null },
];

export function statementCsv({ from, to, opening, movements, closing }: Statement): string {
  const lines: Line[] = [{ date: from, balance: opening.cash }, ...movements, { date: to, balance: closing.cash }];
  return BYTE_ORDER_MARK + csvHead(COLUMNS) + csvLines(COLUMNS, lines);
}

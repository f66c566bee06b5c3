/**
 * Exports a whole list as a file: every page of it, whatever was loaded on the screen. It reports progress and can be
 * stopped; a page that fails stops it, and no partial file is written.
 */

import { BYTE_ORDER_MARK, type CsvColumn, csvHead, csvLines, csvName } from '@mua/contract/csv';
import { useEffect, useRef, useState } from 'react';
import { serverNowMs, vietnamDate } from '#clock/market-clock.ts';
import { refusalIn } from '#wire/call.ts';
import { type Breathe, patiently } from '#wire/patience.ts';
import { saveFile } from '#wire/save-file.ts';
import type { Refused } from '#wire/submission.ts';

interface Page<Row> {
  readonly items: readonly Row[];
  readonly nextCursor: string | null;
}

export interface ListExport<Row> {
  /** Name of the list in the file's name. */
  readonly list: string;
  readonly account: string;
  readonly columns: readonly CsvColumn<Row>[];
  /** Reads one page; a null cursor is the first. */
  readonly page: (cursor: string | null, signal: AbortSignal) => Promise<Page<Row>>;
}

interface Reading {
  readonly signal: AbortSignal;
  readonly onRows: (rows: number) => void;
  readonly breathe?: Breathe;
}

export interface ExportedText {
  readonly text: string;
  readonly rows: number;
}

/** Reads all pages into one text. Throws whatever a page throws, an abort included. */
export async function exportText<Row>(
  of: ListExport<Row>,
  { signal, onRows, breathe }: Reading,
): Promise<ExportedText> {
  const parts = [BYTE_ORDER_MARK, csvHead(of.columns)];
  let rows = 0;
  let cursor: string | null = null;
  do {
    signal.throwIfAborted();
    const at: string | null = cursor;
    const page: Page<Row> = await patiently(() => of.page(at, signal), breathe);
    rows += page.items.length;
    parts.push(csvLines(of.columns, page.items));
    onRows(rows);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return { text: parts.join(''), rows };
}

export type ExportState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly rows: number }
  | { readonly kind: 'done'; readonly rows: number; readonly file: string; readonly account: string }
  | { readonly kind: 'empty' }
  | ({ readonly kind: 'failed' } & Refused);

export interface Exporting {
  readonly state: ExportState;
  start<Row>(of: ListExport<Row>): Promise<void>;
  stop(): void;
  forget(): void;
}

export function useExporting(): Exporting {
  const [state, setState] = useState<ExportState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const stop = () => {
    running.current?.abort();
    running.current = null;
    setState({ kind: 'idle' });
  };
  const start: Exporting['start'] = async (of) => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const notify = (next: ExportState) => {
      if (running.current === mine) setState(next);
    };
    notify({ kind: 'running', rows: 0 });
    try {
      const { text, rows } = await exportText(of, {
        signal: mine.signal,
        onRows: (rowsSoFar) => notify({ kind: 'running', rows: rowsSoFar }),
      });
      if (mine.signal.aborted) return;
      if (rows === 0) return notify({ kind: 'empty' });
      const file = csvName(of.list, of.account, vietnamDate(serverNowMs()));
      saveFile(file, new Blob([text], { type: 'text/csv;charset=utf-8' }));
      notify({ kind: 'done', rows, file, account: of.account });
    } catch (error) {
      if (!mine.signal.aborted) notify({ kind: 'failed', ...refusalOf(error) });
    }
  };
  return { state, start, stop, forget: () => setState({ kind: 'idle' }) };
}

function refusalOf(error: unknown): Refused {
  const { code, facts } = refusalIn(error);
  return { code, facts };
}

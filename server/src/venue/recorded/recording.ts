/**
 * Reads a recording: prices from a file, checked line by line before playing (docs/operating/README.md, "A recorded
 * market"). Faults name the file and the line: `recording.csv:17: high below low`.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Lots, type PriceGrid, priceFromText, priceToText, type Ticks } from '@mua/core/values';

/** The file can't be played; restarting does not help. */
export class RecordingError extends Error {
  constructor(name: string, line: number, fault: string) {
    super(line > 0 ? `${name}:${line}: ${fault}` : `${name}: ${fault}`);
  }
}

export interface RecordedBar {
  readonly timeMs: number;
  readonly openTicks: Ticks;
  readonly highTicks: Ticks;
  readonly lowTicks: Ticks;
  readonly closeTicks: Ticks;
  readonly volumeLots: Lots;
}

export interface RecordedTrade {
  readonly timeMs: number;
  readonly priceTicks: Ticks;
  readonly lots: Lots;
}

export type Recording =
  | { readonly kind: 'bars'; readonly bars: readonly RecordedBar[] }
  | { readonly kind: 'trades'; readonly trades: readonly RecordedTrade[] };

/** By header: the columns and the format of times. */
interface Format {
  readonly kind: Recording['kind'];
  readonly time: 'offset' | 'utc' | 'date';
  readonly columns: readonly string[];
  /** A column with the contract; one file has one contract. */
  readonly contractColumn?: string;
}

const FORMATS: Readonly<Record<string, Format>> = {
  'time,open,high,low,close,volume': {
    kind: 'bars',
    time: 'offset',
    columns: ['time', 'open', 'high', 'low', 'close', 'volume'],
  },
  'time,price,size': { kind: 'trades', time: 'offset', columns: ['time', 'price', 'size'] },
  'contract,datetime_utc,open,high,low,close,volume': {
    kind: 'bars',
    time: 'utc',
    columns: ['datetime_utc', 'open', 'high', 'low', 'close', 'volume'],
    contractColumn: 'contract',
  },
  'Date,Open,High,Low,Close,Spliced,Volume,Open Int': {
    kind: 'bars',
    time: 'date',
    columns: ['Date', 'Open', 'High', 'Low', 'Close', 'Volume'],
  },
};

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/;
const OFFSET = /(Z|[+-]\d{2}:\d{2})$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const LOTS = /^(0|[1-9]\d{0,8})$/;

/** Reads and checks a file. */
export function readRecording(file: string, grid: PriceGrid): Recording {
  const name = basename(file);
  try {
    return parseRecording(readFileSync(file, 'utf8'), name, grid);
  } catch (error) {
    if (error instanceof RecordingError) throw error;
    throw new RecordingError(name, 0, error instanceof Error ? error.message : String(error));
  }
}

/** `name` is used in fault messages. Prices become ticks of the grid; one between two ticks is a fault. */
export function parseRecording(text: string, name: string, grid: PriceGrid): Recording {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  while (lines.at(-1) === '') lines.pop();
  const [header] = lines;
  if (header === undefined) throw new RecordingError(name, 1, 'the file is empty');
  const format = FORMATS[header];
  if (!format) throw new RecordingError(name, 1, `unknown header ${JSON.stringify(header.slice(0, 80))}`);
  if (lines.length === 1) throw new RecordingError(name, 2, 'no rows');
  const rows = lines.slice(1).map((line, index) => readRow(line, { name, line: index + 2, format, header, grid }));
  checkContract(rows, name);
  checkOrder(rows, name, format.kind);
  return format.kind === 'bars'
    ? { kind: 'bars', bars: rows.map((row) => barOf(row, name)) }
    : { kind: 'trades', trades: rows.map((row) => tradeOf(row, name)) };
}

interface Row {
  readonly line: number;
  readonly timeMs: number;
  readonly contract: string | undefined;
  readonly prices: readonly number[];
  readonly lots: Lots;
}

interface RowContext {
  readonly name: string;
  readonly line: number;
  readonly format: Format;
  readonly header: string;
  readonly grid: PriceGrid;
}

function readRow(text: string, context: RowContext): Row {
  const { name, line, format, header, grid } = context;
  const names = header.split(',');
  const cells = text.split(',');
  if (cells.length !== names.length) {
    throw new RecordingError(name, line, `${cells.length} columns, the header has ${names.length}`);
  }
  const cell = (column: string): string => cells[names.indexOf(column)] ?? '';
  const [timeColumn = '', ...valueColumns] = format.columns;
  const timeMs = readTime(cell(timeColumn), format.time);
  if (timeMs === undefined)
    throw new RecordingError(name, line, `${timeColumn} ${faultyTime(cell(timeColumn), format)}`);
  const lotsColumn = valueColumns.at(-1) ?? '';
  const prices = valueColumns.slice(0, -1).map((column) => {
    const reading = priceFromText(cell(column), grid);
    if (reading.kind === 'price') return reading.ticks;
    const fault =
      reading.kind === 'notANumber'
        ? `is not a number: ${JSON.stringify(cell(column))}`
        : `${cell(column)} lies between two ticks, ${priceToText(reading.lowerTicks, grid)} and ${priceToText(reading.upperTicks, grid)}`;
    throw new RecordingError(name, line, `${column} ${fault}`);
  });
  const lots = cell(lotsColumn);
  if (lots.startsWith('-')) throw new RecordingError(name, line, `negative ${lotsColumn}`);
  if (!LOTS.test(lots))
    throw new RecordingError(name, line, `${lotsColumn} is not a whole number: ${JSON.stringify(lots)}`);
  const contract = format.contractColumn === undefined ? undefined : cell(format.contractColumn);
  return { line, timeMs, contract, prices, lots: Number(lots) };
}

function readTime(text: string, kind: Format['time']): number | undefined {
  if (kind === 'date') return DATE.test(text) ? realTime(`${text}T00:00:00Z`) : undefined;
  const offset = OFFSET.exec(text);
  if (kind === 'utc')
    return DATE_TIME.test(text.replace(/Z$/, '')) ? realTime(`${text.replace(/Z$/, '')}Z`) : undefined;
  if (!offset || !DATE_TIME.test(text.slice(0, offset.index))) return undefined;
  return realTime(text);
}

/** `2026-02-30` is not a date, though Date would move it into March. */
function realTime(text: string): number | undefined {
  const timeMs = Date.parse(text);
  const day = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(timeMs) || Number.isNaN(day)) return undefined;
  return new Date(day).toISOString().slice(0, 10) === text.slice(0, 10) ? timeMs : undefined;
}

function faultyTime(text: string, { time }: Format): string {
  const isLocal = time === 'offset' && DATE_TIME.test(text);
  return isLocal ? `${text} has no offset (write Z for UTC)` : `is not a time: ${JSON.stringify(text)}`;
}

function checkContract(rows: readonly Row[], name: string): void {
  const first = rows[0]?.contract;
  const other = rows.find(({ contract }) => contract !== first);
  if (other)
    throw new RecordingError(name, other.line, `another contract, ${other.contract}; the file began with ${first}`);
}

/** Each bar must begin later than the one before; trades may share an instant. */
function checkOrder(rows: readonly Row[], name: string, kind: Recording['kind']): void {
  let before = Number.NEGATIVE_INFINITY;
  for (const { line, timeMs } of rows) {
    if (timeMs < before || (kind === 'bars' && timeMs === before)) {
      throw new RecordingError(name, line, 'time not after the row before');
    }
    before = timeMs;
  }
}

function barOf({ line, timeMs, prices, lots }: Row, name: string): RecordedBar {
  const [openTicks = 0, highTicks = 0, lowTicks = 0, closeTicks = 0] = prices;
  if (highTicks < lowTicks) throw new RecordingError(name, line, 'high below low');
  if (highTicks < openTicks || highTicks < closeTicks) throw new RecordingError(name, line, 'high below open or close');
  if (lowTicks > openTicks || lowTicks > closeTicks) throw new RecordingError(name, line, 'low above open or close');
  const bar = { timeMs, openTicks, highTicks, lowTicks, closeTicks, volumeLots: lots };
  const stops = priceStops(bar).length;
  if (lots < stops) throw new RecordingError(name, line, `a volume of ${lots} can't trade at ${stops} prices`);
  return bar;
}

function tradeOf({ line, timeMs, prices, lots }: Row, name: string): RecordedTrade {
  if (lots === 0) throw new RecordingError(name, line, 'size is 0');
  return { timeMs, priceTicks: prices[0] ?? 0, lots };
}

/**
 * The prices that a bar passes: open, the nearer extreme, the other, close, without repetitions. If both are equally
 * near, or the volume has no lot for each stop, the path with fewer stops.
 */
export function priceStops(bar: RecordedBar): number[] {
  const { openTicks, highTicks, lowTicks, closeTicks, volumeLots } = bar;
  const up = distinct([openTicks, highTicks, lowTicks, closeTicks]);
  const down = distinct([openTicks, lowTicks, highTicks, closeTicks]);
  const rise = highTicks - openTicks;
  const fall = openTicks - lowTicks;
  const [nearer, farther] = rise < fall || (rise === fall && up.length <= down.length) ? [up, down] : [down, up];
  return nearer.length > volumeLots && farther.length < nearer.length ? farther : nearer;
}

function distinct(prices: readonly number[]): number[] {
  return prices.filter((price, index) => price !== prices[index - 1]);
}

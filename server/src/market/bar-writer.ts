/**
 * Stores one-minute bars of live trades, but only of minutes that were watched completely: the venue's history fills
 * the rest, so half a minute would be worse than none. All contracts are stored, watched or not: a chart opened
 * tomorrow must show what the board showed today. This takes 15-26 MB a day.
 */
import { DAY_MS, MINUTE_MS } from '@mua/core/values';
import type pg from 'pg';
import type { Bar, ContractUpdate } from '#venue/port/market-data.ts';
import { MinuteBars } from '#venue/port/minute-bars.ts';

const WRITE_EVERY_MS = 60_000;
const FORGET_EVERY_MS = 3_600_000;
const KEPT_DAYS = 90;
/** Trades may arrive a little after their minute has ended. */
const GRACE_MS = 2_000;
/** A contract silent for longer has ended; a shorter silence is a stalled feed. */
const LONGEST_STALL_MS = 10 * MINUTE_MS;
/**
 * Engine time without any update for this long means that the venue was away or time jumped: the minute is incomplete.
 */
const INTERRUPTION_MS = 60_000;

export interface BarWriter {
  take(updates: readonly ContractUpdate[]): void;
  /** Writes every complete minute. */
  write(): Promise<void>;
  /** Stops the timers and writes once more. */
  close(): Promise<void>;
}

export function createBarWriter(options: {
  readonly pool: pg.Pool;
  readonly now: () => number;
  readonly every: (intervalMs: number, task: () => void) => () => void;
  /** Called if a write fails; its bars are retried with the next. */
  readonly onError: (error: unknown) => void;
}): BarWriter {
  const { pool, now, every, onError } = options;
  const minutes = new MinuteBars();
  /** Time of the last update of each contract: a stalled feed delivers the trades of a minute later. */
  const spokeMs = new Map<string, number>();
  let marketMs = Number.NEGATIVE_INFINITY;
  let receivedMs = Number.NEGATIVE_INFINITY;
  /** The first minute that is watched completely. */
  let wholeFromMs = Number.POSITIVE_INFINITY;
  let writing: Promise<void> = Promise.resolve();

  function take(updates: readonly ContractUpdate[]): void {
    if (updates.length === 0) return;
    const nowMs = now();
    // Of another process some of it may have been missed.
    const isInterrupted = nowMs - receivedMs > INTERRUPTION_MS || updates.some(({ hasGap }) => hasGap);
    receivedMs = nowMs;
    // The minute before an interruption stays incomplete, and so does the current one.
    if (isInterrupted) minutes.forgetFrom(Math.floor(marketMs / MINUTE_MS) * MINUTE_MS);
    for (const { contractCode, timeMs } of updates) {
      marketMs = Math.max(marketMs, timeMs);
      spokeMs.set(contractCode, timeMs);
    }
    if (isInterrupted) wholeFromMs = (Math.floor(marketMs / MINUTE_MS) + 1) * MINUTE_MS;
    for (const { contractCode, trades = [] } of updates) {
      minutes.add(
        contractCode,
        trades.filter(({ timeMs }) => timeMs >= wholeFromMs),
      );
    }
  }

  function endOfWhole(contractCode: string): number {
    const saidMs = spokeMs.get(contractCode) ?? marketMs;
    const publishedMs = marketMs - saidMs > LONGEST_STALL_MS ? marketMs : saidMs;
    return Math.floor((publishedMs - GRACE_MS) / MINUTE_MS) * MINUTE_MS;
  }

  async function writeWhole(): Promise<void> {
    const ends = new Map(minutes.contractCodes().map((code) => [code, endOfWhole(code)]));
    const rows = [...ends].flatMap(([code, endedMs]) =>
      minutes.bars(code).flatMap((bar) => (bar.openMs < endedMs ? [{ code, bar }] : [])),
    );
    if (rows.length === 0) return;
    await insert(pool, rows);
    minutes.forgetBefore((code) => ends.get(code) ?? Number.NEGATIVE_INFINITY);
  }

  function write(): Promise<void> {
    writing = writing.then(writeWhole).catch(onError);
    return writing;
  }

  async function forget(): Promise<void> {
    if (marketMs === Number.NEGATIVE_INFINITY) return;
    const oldest = Math.floor((marketMs - KEPT_DAYS * DAY_MS) / MINUTE_MS);
    await pool.query('delete from minute_bar where open_minute < $1', [oldest]);
  }

  const stops = [every(WRITE_EVERY_MS, () => void write()), every(FORGET_EVERY_MS, () => void forget().catch(onError))];
  return {
    take,
    write,
    async close() {
      for (const stop of stops) stop();
      await write();
    },
  };
}

async function insert(pool: pg.Pool, rows: readonly { code: string; bar: Bar }[]): Promise<void> {
  const column = (value: (bar: Bar) => number): number[] => rows.map(({ bar }) => value(bar));
  await pool.query(
    `insert into minute_bar
     select * from unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[])
     on conflict (contract_code, open_minute) do update set
       open_ticks = excluded.open_ticks, high_ticks = excluded.high_ticks, low_ticks = excluded.low_ticks,
       close_ticks = excluded.close_ticks, volume_lots = excluded.volume_lots`,
    [
      rows.map(({ code }) => code),
      column(({ openMs }) => openMs / MINUTE_MS),
      column(({ openTicks }) => openTicks),
      column(({ highTicks }) => highTicks),
      column(({ lowTicks }) => lowTicks),
      column(({ closeTicks }) => closeTicks),
      column(({ volumeLots }) => volumeLots),
    ],
  );
}

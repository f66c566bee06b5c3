/** What happened to a strategy: its life, its leader's fills with what followers made of them, positions, round turns. */
import type { StrategyEvent, StrategyPosition, StrategyRoundTurn } from '@mua/contract/entities/strategy-figures';
import { pageSize } from '@mua/contract/wire';
import type { EngineState, StrategyRecord } from '@mua/core/engine';
import { markTicks } from '@mua/core/engine';
import { estimatedProfit } from '@mua/core/preview';
import { averagePriceText, priceToText } from '@mua/core/values';
import type pg from 'pg';
import type { PageQuery } from '#copying/copying-store.ts';
import type { Stored } from '#copying/copying-wire.ts';
import { termsOf } from '#copying/strategy-result.ts';
import type { FillRecord, Grids } from '#orders/order-wire.ts';
import { closedSide, type RoundTurnRecord } from '#orders/position-wire.ts';
import { decodeCursor, encodeCursor } from '#wire/page-cursor.ts';
import { instantText } from '#wire/wire-text.ts';

export interface HistoryDeps {
  readonly pool: pg.Pool;
  readonly grids: Grids;
  readonly state: EngineState;
}

type Strategy = Stored<StrategyRecord>;

const LATEST = 999_999_999_999_999;

/** A place in a strategy's life; what ended it comes after the fills of its millisecond, what began it before. */
interface Place {
  readonly timeMs: number;
  readonly seq: number;
  readonly execId: string;
}

/** The newest first. What the leader did before the start and after the end is nobody's business. */
export async function strategyEvents({ pool, grids }: HistoryDeps, strategy: Strategy, query: PageQuery) {
  const limit = pageSize(query.limit);
  const [timeMs = LATEST, seq = LATEST, execId = '~'] =
    decodeCursor(query.cursor, /^event (\d{1,15}) (\d{1,15}) (.{0,200})$/) ?? [];
  const after = { timeMs: Number(timeMs), seq: Number(seq), execId };
  const { accountId, strategyId, startedMs, endedMs } = strategy;
  const { rows } = await pool.query<{ seq: bigint; record: FillRecord; copied: number; not_copied: number }>(
    `select f.seq, f.record, d.copied, d.not_copied from order_fill f
     cross join lateral (select count(order_id)::integer as copied, (count(*) - count(order_id))::integer as not_copied
       from copy_decision where strategy_id = $2 and record -> 'fill' ->> 'fillId' = f.exec_id) d
     where f.account_id = $1 and (f.record ->> 'timeMs')::bigint > $3 and (f.record ->> 'timeMs')::bigint <= $4
       and ((f.record ->> 'timeMs')::bigint, f.seq, f.exec_id collate "C") < ($5, $6, $7)
     order by (f.record ->> 'timeMs')::bigint desc, f.seq desc, f.exec_id collate "C" desc limit $8`,
    [accountId, strategyId, startedMs ?? LATEST, endedMs ?? LATEST, after.timeMs, after.seq, after.execId, limit + 1],
  );
  const fills = rows.map(({ seq: at, record, copied, not_copied: notCopied }) => ({
    place: { timeMs: record.timeMs, seq: Number(at), execId: record.execId },
    event: fillToWire(record, { copied, notCopied, grids }),
  }));
  const life = lifeOf(strategy).filter(({ place }) => isBefore(place, after));
  const all = [...fills, ...life].sort((a, b) => (isBefore(a.place, b.place) ? 1 : -1));
  const last = all.length > limit ? all[limit - 1]?.place : undefined;
  return {
    items: all.slice(0, limit).map(({ event }) => event),
    nextCursor: last ? encodeCursor('event', last.timeMs, last.seq, last.execId) : null,
  };
}

function fillToWire(
  { contractCode, side, lots, priceTicks, timeMs }: FillRecord,
  at: { readonly copied: number; readonly notCopied: number; readonly grids: Grids },
): StrategyEvent {
  const { copied, notCopied, grids } = at;
  const price = priceToText(priceTicks, grids(contractCode));
  return { kind: 'FILL', time: instantText(timeMs), contractCode, side, lots, price, copied, notCopied };
}

function lifeOf({ createdMs, startedMs, endedMs }: Strategy): { place: Place; event: StrategyEvent }[] {
  const life = (kind: 'CREATED' | 'STARTED' | 'ENDED', timeMs: number | null, seq: number) =>
    timeMs === null ? [] : [{ place: { timeMs, seq, execId: kind }, event: { kind, time: instantText(timeMs) } }];
  return [...life('CREATED', createdMs, 0), ...life('STARTED', startedMs, 0), ...life('ENDED', endedMs, LATEST)];
}

/** Ids are compared by their code units, as PostgreSQL does by the collation C. */
function isBefore(a: Place, b: Place): boolean {
  if (a.timeMs !== b.timeMs) return a.timeMs < b.timeMs;
  return a.seq === b.seq ? a.execId < b.execId : a.seq < b.seq;
}

/** Those of a strategy that runs: afterwards the sub-account is its leader's own business. */
export function strategyPositions({ state, grids }: HistoryDeps, strategy: Strategy): StrategyPosition[] {
  const account = state.accounts.get(strategy.accountId);
  if (strategy.running !== 'ACTIVE' || !account) return [];
  return [...account.positions.values()].flatMap((position) => {
    const { contractCode, netLots, openNotional, openLots, listed } = position;
    const [grid, mark, terms] = [grids(contractCode), markTicks(listed), termsOf(state, contractCode)];
    const since = openLots.at(0)?.timeMs;
    if (since === undefined) return [];
    return {
      ...{ contractCode, side: netLots > 0 ? ('BUY' as const) : ('SELL' as const), lots: Math.abs(netLots) },
      averagePrice: averagePriceText(BigInt(openNotional), Math.abs(netLots), grid),
      marketPrice: mark === null ? null : priceToText(mark, grid),
      estimatedProfit: mark === null || !terms ? null : estimatedProfit(position, mark, terms).vnd.toString(),
      since: instantText(since),
    };
  });
}

const TURNS = `settled_position where account_id = $1
  and (record ->> 'settleTimeMs')::bigint > $2 and (record ->> 'settleTimeMs')::bigint <= $3`;

interface TurnRow {
  readonly seq: bigint;
  readonly ordinal: number;
  readonly contract_code: string;
  readonly record: RoundTurnRecord;
}

/** The newest first. */
export async function strategyRoundTurns({ pool, grids }: HistoryDeps, strategy: Strategy, query: PageQuery) {
  const limit = pageSize(query.limit);
  const [seq = LATEST, ordinal = 0] = decodeCursor(query.cursor, /^turn (\d{1,15}) (\d{1,9})$/) ?? [];
  const wanted = [strategy.accountId, strategy.startedMs ?? LATEST, strategy.endedMs ?? LATEST];
  const [{ rows }, counted] = await Promise.all([
    pool.query<TurnRow>(
      `select seq, ordinal, contract_code, record from ${TURNS} and (seq, ordinal) < ($4, $5)
       order by seq desc, ordinal desc limit $6`,
      [...wanted, seq, ordinal, limit + 1],
    ),
    pool.query<{ total: number }>(`select count(*)::integer as total from ${TURNS}`, wanted),
  ]);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    items: page.map((row) => turnToWire(row, grids)),
    nextCursor: last ? encodeCursor('turn', last.seq, last.ordinal) : null,
    total: counted.rows[0]?.total ?? 0,
  };
}

function turnToWire({ contract_code: contractCode, record }: TurnRow, grids: Grids): StrategyRoundTurn {
  const grid = grids(contractCode);
  const side = closedSide(record);
  const bought = { price: priceToText(record.buyPriceTicks, grid), time: instantText(record.buyTimeMs) };
  const sold = { price: priceToText(record.sellPriceTicks, grid), time: instantText(record.sellTimeMs) };
  const [open, close] = side === 'BUY' ? [bought, sold] : [sold, bought];
  return {
    ...{ contractCode, side, lots: record.lots },
    ...{ openPrice: open.price, openTime: open.time, closePrice: close.price, closeTime: close.time },
    profit: record.profitVnd.toString(),
  };
}

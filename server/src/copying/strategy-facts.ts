/**
 * Reads what figures of strategies are made of: rows of read tables, so facts of the journal. Several strategies at a
 * time, because the list shows a thousand.
 */
import type { CopyRecord, StrategyRecord } from '@mua/core/engine';
import { addDays, type Side, type Vnd } from '@mua/core/values';
import type pg from 'pg';
import { TRADING } from '#accounts/account-days.ts';
import type { Stored } from '#copying/copying-wire.ts';
import type { LeaderTrade, Slipped, TurnSums } from '#copying/leader-trades.ts';
import { heldAt } from '#copying/leader-trades.ts';
import type { DateEnd, Earned, Track } from '#copying/returns.ts';
import type { TradeDates } from '#copying/trade-dates.ts';
import { shortTurns } from '#ground/short-turns.ts';

/** A copy with its sub-account's track while it copied. */
export interface CopyFacts {
  readonly record: Stored<CopyRecord>;
  readonly closedMs: number | null;
  readonly track: Track;
  /** Paid at the follow, before the engine counts the copy's funds: figures count it as a cost. */
  readonly firstFeeVnd: Vnd;
}

export interface StrategyFacts {
  readonly record: Stored<StrategyRecord>;
  readonly leaderName: string;
  /** Null before it runs. */
  readonly leader: Track | null;
  /** The leader's whole past in the sub-account, oldest first; until the strategy's end. */
  readonly trades: readonly LeaderTrade[];
  readonly turns: TurnSums;
  /** In the order of following. */
  readonly copies: readonly CopyFacts[];
  readonly slipped: readonly Slipped[];
}

/** What trading gave on a sub-account, as a leader or as a follower; what followers pay a leader is no return. */
const RETURNS = TRADING.filter((type) => type !== 'copy-earnings');

const FOR_EVER = 999_999_999_999_999;

interface StrategyRow {
  readonly strategy_id: string;
  readonly account_id: string;
  readonly seq: bigint;
  readonly full_name: string;
  readonly record: Stored<StrategyRecord>;
}

/** Those of the ids that are strategies. */
export async function readStrategyFacts(
  pool: pg.Pool,
  strategyIds: readonly string[],
  dates: TradeDates,
): Promise<StrategyFacts[]> {
  const { rows } = await pool.query<StrategyRow>(
    `select s.strategy_id, s.account_id, s.seq, s.record, i.full_name from strategy s join investor i using (investor_id)
     where s.strategy_id = any($1)`,
    [strategyIds],
  );
  const ids = rows.map(({ strategy_id: id }) => id);
  const [trades, turns, copies, slipped] = await Promise.all([
    readTrades(pool, rows),
    readTurns(pool, rows),
    readCopyFacts(pool, { strategyIds: ids }, dates),
    readSlipped(pool, ids, dates),
  ]);
  const leaders = await readLeaderTracks(pool, rows, { trades, dates });
  return rows.map(({ strategy_id: id, record, full_name: leaderName }) => ({
    ...{ record, leaderName },
    leader: leaders.get(id) ?? null,
    trades: trades.get(id) ?? [],
    turns: turns.get(id) ?? NO_TURNS,
    copies: copies.filter((copy) => copy.record.strategyId === id),
    slipped: slipped.get(id) ?? [],
  }));
}

/** A stretch of a sub-account's time. Dates that ended in it are from the first, up to the last and without it. */
interface Stretch {
  readonly key: string;
  readonly accountId: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly fromDate: string;
  readonly beforeDate: string;
}

interface Passed {
  readonly ends: DateEnd[];
  readonly earnedOn: Map<string, Earned>;
}

async function readStretches(
  pool: pg.Pool,
  stretches: readonly Stretch[],
  dates: TradeDates,
): Promise<(key: string) => Passed> {
  const found = new Map<string, Passed>(stretches.map(({ key }) => [key, { ends: [], earnedOn: new Map() }]));
  const of = (key: string): Passed => found.get(key) ?? { ends: [], earnedOn: new Map() };
  const turns = shortTurns();
  const column = (name: keyof Stretch) => stretches.map((stretch) => stretch[name]);
  const [keys, accounts] = [column('key'), column('accountId')];
  const [ends, earned] = await Promise.all([
    pool.query<{ key: string; trade_date: string; equity_vnd: Vnd; estimated_vnd: Vnd }>(
      `select t.key, d.trade_date, d.equity_vnd, d.estimated_vnd
       from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as t (key, account_id, from_date, before_date)
       join account_day d on d.account_id = t.account_id and d.trade_date >= t.from_date and d.trade_date < t.before_date
       order by d.trade_date`,
      [keys, accounts, column('fromDate'), column('beforeDate')],
    ),
    pool.query<{ key: string; place: number; earned_vnd: string; fees_vnd: string }>(
      `select t.key, width_bucket(p.seq, $5::bigint[]) as place, sum(p.amount_vnd)::text as earned_vnd,
         coalesce(-sum(p.amount_vnd) filter (where p.type <> 'realised-profit'), 0)::text as fees_vnd
       from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) as t (key, account_id, from_ms, to_ms)
       join ledger_posting p on p.account_id = t.account_id and p.time_ms between t.from_ms and t.to_ms
         and p.type = any($6)
       group by t.key, place`,
      [keys, accounts, column('fromMs'), column('toMs'), dates.endSeqs, RETURNS],
    ),
  ]);
  for (const { key, trade_date: tradeDate, equity_vnd: equityVnd, estimated_vnd: estimatedVnd } of ends.rows) {
    of(key).ends.push({ tradeDate, equityVnd, estimatedVnd });
    await turns();
  }
  for (const { key, place, earned_vnd: earnedText, fees_vnd: feesText } of earned.rows) {
    of(key).earnedOn.set(dates.at(place), { earnedVnd: BigInt(earnedText), feesVnd: BigInt(feesText) });
    await turns();
  }
  return of;
}

interface CopyFactsRow {
  readonly record: Stored<CopyRecord>;
  readonly closed_ms: bigint | null;
  readonly start_vnd: string;
  readonly first_fee_vnd: string;
}

export interface CopiesOf {
  readonly strategyIds?: readonly string[];
  /** The follower. */
  readonly investorId?: string;
}

/** A copy's first week begins with the equity of the follow, after the first copy fee. */
export async function readCopyFacts(pool: pg.Pool, of: CopiesOf, dates: TradeDates): Promise<CopyFacts[]> {
  const { rows } = await pool.query<CopyFactsRow>(
    `select c.record, c.closed_ms, coalesce(w.start_vnd, c.record -> 'week' ->> 'startEquityVnd') as start_vnd,
       coalesce(p.fee_vnd, 0)::text as first_fee_vnd
     from copy c join trading_account a using (account_id)
     left join lateral (select record ->> 'startEquityVnd' as start_vnd from copy_week
       where copy_id = c.copy_id order by seq limit 1) w on true
     left join lateral (select -amount_vnd as fee_vnd from ledger_posting
       where account_id = c.account_id and type = 'copy-fee' and time_ms = c.started_ms
         and reference like c.copy_id || ' %' limit 1) p on true
     where ($1::text[] is null or c.strategy_id = any($1)) and ($2::text is null or a.investor_id = $2)
     order by c.started_ms, c.copy_id`,
    [of.strategyIds ?? null, of.investorId ?? null],
  );
  const stretches = rows.map(({ record, closed_ms: closedMs }) => ({
    key: record.copyId,
    accountId: record.accountId,
    fromMs: record.startedMs,
    toMs: closedMs === null ? FOR_EVER : Number(closedMs),
    fromDate: dates.of(record.startedMs),
    beforeDate: closedMs === null ? dates.running : dates.of(Number(closedMs)),
  }));
  const passed = await readStretches(pool, stretches, dates);
  return rows.map(({ record, closed_ms: closedMs, start_vnd: start, first_fee_vnd: firstFee }) => {
    const firstFeeVnd = BigInt(firstFee);
    return {
      ...{ record, firstFeeVnd, closedMs: closedMs === null ? null : Number(closedMs) },
      track: { startVnd: BigInt(start) + firstFeeVnd, startEstimatedVnd: 0n, ...passed(record.copyId) },
    };
  });
}

/** A leader's date of the strategy's end counts whole: only ends of dates are written down. */
async function readLeaderTracks(
  pool: pg.Pool,
  rows: readonly StrategyRow[],
  { trades, dates }: { readonly trades: ReadonlyMap<string, readonly LeaderTrade[]>; readonly dates: TradeDates },
): Promise<Map<string, Track>> {
  const stretches = rows.flatMap(({ strategy_id: key, account_id: accountId, record: { startedMs, endedMs } }) => {
    if (startedMs === null) return [];
    const beforeDate = endedMs === null ? dates.running : addDays(dates.of(endedMs), 1);
    const toMs = endedMs === null ? FOR_EVER : Math.min(FOR_EVER, dates.endMs(dates.of(endedMs)) - 1);
    // What was posted in the millisecond of the start was there before.
    return [{ key, accountId, fromMs: startedMs + 1, toMs, fromDate: dates.of(startedMs), beforeDate }];
  });
  const passed = await readStretches(pool, stretches, dates);
  const started = await pool.query<{
    key: string;
    cash_vnd: string;
    estimated_vnd: Vnd | null;
    held_vnd: string | null;
  }>(
    `select t.key, coalesce(p.cash_vnd, 0)::text as cash_vnd, d.estimated_vnd, d.held_vnd::text
     from unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) as t (key, account_id, from_ms, from_date)
     left join lateral (select sum(amount_vnd) as cash_vnd from ledger_posting
       where account_id = t.account_id and time_ms < t.from_ms) p on true
     left join lateral (select estimated_vnd, cash_vnd + estimated_vnd - equity_vnd as held_vnd from account_day
       where account_id = t.account_id and trade_date < t.from_date order by trade_date desc limit 1) d on true`,
    (['key', 'accountId', 'fromMs', 'fromDate'] as const).map((name) => stretches.map((stretch) => stretch[name])),
  );
  const tracks = new Map<string, Track>();
  for (const { key, cash_vnd: cash, estimated_vnd: before, held_vnd: held } of started.rows) {
    const startedMs = (stretches.find((stretch) => stretch.key === key)?.fromMs ?? 0) - 1;
    const startEstimatedVnd = heldAt(trades.get(key) ?? [], startedMs).size > 0 ? (before ?? 0n) : 0n;
    const startVnd = BigInt(cash) - BigInt(held ?? 0) + startEstimatedVnd;
    tracks.set(key, { startVnd, startEstimatedVnd, ...passed(key) });
  }
  return tracks;
}

/** Each with its id and the moment at which the strategy ended. */
function leadersOf(rows: readonly StrategyRow[]): [string[], string[], number[], number[]] {
  return [
    rows.map((row) => row.strategy_id),
    rows.map((row) => row.account_id),
    rows.map(({ record }) => record.startedMs ?? FOR_EVER),
    rows.map(({ record }) => record.endedMs ?? FOR_EVER),
  ];
}

const LEADERS = `unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
  as t (strategy_id, account_id, started_ms, ended_ms)`;

interface TradeRow {
  readonly strategy_id: string;
  readonly seq: bigint;
  readonly contract_code: string;
  readonly side: Side;
  readonly lots: number;
  readonly price_ticks: number;
  readonly time_ms: bigint;
}

/** Fills, and settlements of what was held when its contract ended: they close it without one. */
async function readTrades(pool: pg.Pool, leaders: readonly StrategyRow[]): Promise<Map<string, LeaderTrade[]>> {
  const { rows } = await pool.query<TradeRow>(
    `select t.strategy_id, f.seq, f.record ->> 'contractCode' as contract_code, f.record ->> 'side' as side,
       (f.record ->> 'lots')::integer as lots, (f.record ->> 'priceTicks')::integer as price_ticks,
       (f.record ->> 'timeMs')::bigint as time_ms, f.exec_id as place
     from ${LEADERS} join order_fill f on f.account_id = t.account_id and (f.record ->> 'timeMs')::bigint <= t.ended_ms
     where t.started_ms < $5
     union all
     select t.strategy_id, s.seq, s.contract_code, case when s.record ->> 'buyFillId' like 'settlement-%' then 'BUY' else 'SELL' end,
       (s.record ->> 'lots')::integer, (case when s.record ->> 'buyFillId' like 'settlement-%'
         then s.record ->> 'buyPriceTicks' else s.record ->> 'sellPriceTicks' end)::integer,
       (s.record ->> 'settleTimeMs')::bigint, s.ordinal::text
     from ${LEADERS} join settled_position s on s.account_id = t.account_id
       and (s.record ->> 'settleTimeMs')::bigint <= t.ended_ms
     where t.started_ms < $5
       and (s.record ->> 'buyFillId' like 'settlement-%' or s.record ->> 'sellFillId' like 'settlement-%')
     order by seq, place`,
    [...leadersOf(leaders), FOR_EVER],
  );
  const trades = new Map<string, LeaderTrade[]>();
  for (const row of rows) {
    const { contract_code: contractCode, side, lots, price_ticks: priceTicks } = row;
    const list = trades.get(row.strategy_id) ?? [];
    list.push({ seq: Number(row.seq), contractCode, side, lots, priceTicks, timeMs: Number(row.time_ms) });
    trades.set(row.strategy_id, list);
  }
  return trades;
}

const NO_TURNS: TurnSums = { completed: 0, won: 0, wonVnd: 0n, lostVnd: 0n, heldMs: 0n };

interface TurnRow {
  readonly strategy_id: string;
  readonly completed: number;
  readonly won: number;
  readonly won_vnd: string;
  readonly lost_vnd: string;
  readonly held_ms: string;
}

async function readTurns(pool: pg.Pool, leaders: readonly StrategyRow[]): Promise<Map<string, TurnSums>> {
  const { rows } = await pool.query<TurnRow>(
    `select t.strategy_id, count(*)::integer as completed,
       (count(*) filter (where r.profit > 0))::integer as won,
       coalesce(sum(r.profit) filter (where r.profit > 0), 0)::text as won_vnd,
       coalesce(sum(r.profit) filter (where r.profit < 0), 0)::text as lost_vnd, sum(r.held_ms)::text as held_ms
     from ${LEADERS} join settled_position s on s.account_id = t.account_id
     cross join lateral (select (s.record ->> 'profitVnd')::bigint as profit,
       abs((s.record ->> 'buyTimeMs')::bigint - (s.record ->> 'sellTimeMs')::bigint) as held_ms) r
     where (s.record ->> 'settleTimeMs')::bigint > t.started_ms and (s.record ->> 'settleTimeMs')::bigint <= t.ended_ms
     group by t.strategy_id`,
    leadersOf(leaders),
  );
  return new Map(
    rows.map((row) => [
      row.strategy_id,
      {
        ...{ completed: row.completed, won: row.won },
        ...{ wonVnd: BigInt(row.won_vnd), lostVnd: BigInt(row.lost_vnd), heldMs: BigInt(row.held_ms) },
      },
    ]),
  );
}

interface SlippedRow {
  readonly strategy_id: string;
  readonly place: number;
  readonly contract_code: string;
  readonly lots: string;
  readonly lot_ticks: string;
}

/** What followers' copy orders were filled worse than the leader's fill. */
async function readSlipped(
  pool: pg.Pool,
  strategyIds: readonly string[],
  dates: TradeDates,
): Promise<Map<string, Slipped[]>> {
  const { rows } = await pool.query<SlippedRow>(
    `select d.strategy_id, width_bucket(f.seq, $2::bigint[]) as place, f.record ->> 'contractCode' as contract_code,
       sum((f.record ->> 'lots')::bigint)::text as lots,
       sum((f.record ->> 'lots')::bigint * case when f.record ->> 'side' = 'BUY' then 1 else -1 end
         * ((f.record ->> 'priceTicks')::bigint - (d.record -> 'fill' ->> 'priceTicks')::bigint))::text as lot_ticks
     from copy_decision d join order_fill f on f.order_id = d.order_id
     where d.strategy_id = any($1) group by d.strategy_id, place, contract_code`,
    [strategyIds, dates.endSeqs],
  );
  const slipped = new Map<string, Slipped[]>();
  for (const { strategy_id: id, place, contract_code: contractCode, lots, lot_ticks: lotTicks } of rows) {
    const list = slipped.get(id) ?? [];
    list.push({ tradeDate: dates.at(place), contractCode, lots: BigInt(lots), lotTicks: BigInt(lotTicks) });
    slipped.set(id, list);
  }
  return slipped;
}

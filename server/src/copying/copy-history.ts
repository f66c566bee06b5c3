/** What happened over all copies of an investor, and what they have given (docs/rules/copying.md#figures). */
import type { CopyEvent, CopyProfit } from '@mua/contract/entities/copy-event';
import { pageSize } from '@mua/contract/wire';
import type { CopyWeekReport, CopyDecision as EngineDecision, EngineState } from '@mua/core/engine';
import type { CopyEnd, Vnd } from '@mua/core/values';
import type pg from 'pg';
import { copiesOf, type PageQuery } from '#copying/copying-store.ts';
import { decisionToWire, type Stored, weekToWire } from '#copying/copying-wire.ts';
import { percentOf, returnUnits } from '#copying/returns.ts';
import { readCopyFacts } from '#copying/strategy-facts.ts';
import { type CopyNow, type CopyTrack, copyNow, copyTrack } from '#copying/strategy-result.ts';
import { readTradeDates } from '#copying/trade-dates.ts';
import type { Grids } from '#orders/order-wire.ts';
import { decodeCursor, encodeCursor } from '#wire/page-cursor.ts';
import { instantText } from '#wire/wire-text.ts';

export interface CopyHistoryDeps {
  readonly pool: pg.Pool;
  readonly grids: Grids;
  readonly state: EngineState;
}

interface EventRow {
  readonly time_ms: bigint;
  readonly seq: bigint;
  readonly rank: number;
  readonly ordinal: number;
  readonly copy_id: string;
  readonly strategy_id: string;
  readonly strategy_name: string;
  readonly kind: CopyEvent['kind'];
  readonly detail: unknown;
}

/**
 * One kind after the other, each with its place: a follow is the first of its moment and a close the last. Money is that
 * which moved on the sub-account while it copied; of the moment of the follow, only the copy fee is that.
 */
const EVENTS = `with own as (
  select c.copy_id, c.strategy_id, c.account_id, c.started_ms, c.closed_ms, c.seq, c.record,
    c.record ->> 'strategyName' as strategy_name
  from copy c join trading_account a using (account_id) where a.investor_id = $1
), happened as (
  select started_ms as time_ms, 0::bigint as seq, 0 as rank, 0 as ordinal, copy_id, strategy_id, strategy_name,
    'FOLLOWED' as kind, null::jsonb as detail from own
  union all
  select closed_ms, seq, 4, 0, copy_id, strategy_id, strategy_name, 'CLOSED', record -> 'end'
    from own where closed_ms is not null
  union all
  select d.time_ms, d.seq, 1, d.ordinal, copy_id, o.strategy_id, strategy_name, 'DECIDED', d.record
    from own o join copy_decision d using (copy_id)
  union all
  select p.time_ms, p.seq, 2, p.ordinal, copy_id, strategy_id, strategy_name,
    case p.type when 'copy-fee' then 'COPY_FEE' when 'performance-fee' then 'PERFORMANCE_FEE' else 'FUNDS' end,
    to_jsonb(p.amount_vnd::text)
    from own o join ledger_posting p on p.account_id = o.account_id
      and (p.time_ms > o.started_ms or p.time_ms = o.started_ms and p.type = 'copy-fee') and (o.closed_ms is null or p.time_ms <= o.closed_ms)
      and p.type in ('copy-fee', 'performance-fee', 'deposit', 'withdrawal', 'transfer')
  union all
  select w.end_ms, w.seq, 3, 0, copy_id, w.strategy_id, strategy_name, 'WEEK_ENDED', w.record
    from own o join copy_week w using (copy_id)
)
select * from happened
where (time_ms, seq, rank, ordinal, copy_id collate "C") < ($2, $3, $4, $5, $6)
order by time_ms desc, seq desc, rank desc, ordinal desc, copy_id collate "C" desc limit $7`;

const LATEST = ['999999999999999', '0', '0', '0', ''];

/** The newest first. */
export async function copyEvents({ pool, grids }: CopyHistoryDeps, investorId: string, query: PageQuery) {
  const limit = pageSize(query.limit);
  const after = decodeCursor(query.cursor, /^happened (\d{1,15}) (\d{1,15}) (\d) (\d{1,9}) ([\w-]{1,64})$/) ?? LATEST;
  const { rows } = await pool.query<EventRow>(EVENTS, [investorId, ...after, limit + 1]);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    items: page.map((row) => eventToWire(row, grids)),
    nextCursor: last ? encodeCursor('happened', last.time_ms, last.seq, last.rank, last.ordinal, last.copy_id) : null,
  };
}

function eventToWire({ kind, detail, ...row }: EventRow, grids: Grids): CopyEvent {
  const timeMs = Number(row.time_ms);
  const of = {
    ...{ copyTraderId: row.copy_id, strategyId: row.strategy_id, strategyName: row.strategy_name },
    time: instantText(timeMs),
  };
  switch (kind) {
    case 'FOLLOWED':
      return { kind, ...of };
    case 'CLOSED':
      return { kind, ...of, endReason: detail as CopyEnd | null };
    case 'DECIDED':
      return { kind, ...of, decision: decisionToWire(detail as EngineDecision, timeMs, grids) };
    case 'WEEK_ENDED':
      return { kind, ...of, report: weekToWire(detail as Stored<CopyWeekReport>) };
    default:
      return { kind, ...of, amount: String(detail) };
  }
}

const COPIES_MAX = 200;

/** Every copy counts in the sums, also those beyond the list. */
export async function readProfitOfCopies(deps: CopyHistoryDeps, investorId: string): Promise<CopyProfit> {
  const { pool, state } = deps;
  const dates = await readTradeDates(pool, state.tradeDate);
  const facts = await readCopyFacts(pool, { investorId }, dates);
  const tracks = facts.map((one) => copyTrack(one, dates));
  const now = tracks.map((track) => copyNow(track, state, dates.running));
  const { items } = await copiesOf(deps, { investorId }, { limit: String(COPIES_MAX) });
  const growths = new Map(tracks.map(({ facts: { record } }, index) => [record.copyId, now[index]?.growth]));
  let feesVnd = 0n;
  for (const { track } of facts) for (const earned of track.earnedOn.values()) feesVnd += earned.feesVnd;
  return {
    copies: items.flatMap((copy) => {
      const growth = growths.get(copy.copyTraderId);
      return growth === undefined ? [] : { ...copy, returnPercent: percentOf(returnUnits(growth)) };
    }),
    profit: now.reduce((sum, { profitVnd }) => sum + profitVnd, 0n).toString(),
    fees: feesVnd.toString(),
    days: profitDays(tracks, now, dates.running),
  };
}

/** Of all copies together, at the end of each trade date from the first follow on. */
function profitDays(tracks: readonly CopyTrack[], now: readonly CopyNow[], running: string): CopyProfit['days'] {
  const madeOn = new Map<string, Vnd>();
  const days = [
    ...tracks.flatMap(({ ended }) => ended.days.filter(({ tradeDate }) => tradeDate < running)),
    ...now.flatMap(({ day }) => day ?? []),
  ];
  for (const { tradeDate, profitVnd } of days) madeOn.set(tradeDate, (madeOn.get(tradeDate) ?? 0n) + profitVnd);
  let sum = 0n;
  return [...madeOn]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([tradeDate, profitVnd]) => {
      sum += profitVnd;
      return { tradeDate, isRunning: tradeDate === running, profit: sum.toString() };
    });
}

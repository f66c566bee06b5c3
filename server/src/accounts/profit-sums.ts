/**
 * Sums profits and fees of a sub-account over a range of trade dates from its round turns, its fills and what its service
 * packages cost, so that each sum equals that of the rows in a list.
 */
import type { ProfitSums } from '@mua/contract/entities/profit-sums';
import type { AccountProfit, ProfitGroup } from '@mua/contract/http/account-days';
import { LIMITS } from '@mua/contract/limits';
import type { EngineState } from '@mua/core/engine';
import { type Currency, formatDecimal, type Vnd } from '@mua/core/values';
import type pg from 'pg';
import { type AccountDate, beginningsOf, datesIn, readAccountDates } from '#accounts/account-dates.ts';
import { readProjectedSeq } from '#journal/projector.ts';

export interface ProfitQuery {
  readonly by: 'commodity' | 'date';
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Sums of one contract on one date. */
interface Part {
  readonly place: number;
  readonly contract_code: string;
  readonly profit_vnd: string;
  readonly profit_minor: string;
  readonly fees_vnd: string;
  readonly traded_lots: bigint;
  readonly settled_lots: bigint;
  readonly settled: bigint;
  readonly won: bigint;
  readonly lost: bigint;
}

/** Journal positions determine the date of a row; the sums are exact, because money is read as numeric. */
const PARTS = `
with pairs as (
  select width_bucket(seq, $2::bigint[]) as place, contract_code,
    sum((record->>'profitVnd')::numeric) as profit_vnd, sum((record->>'profitMinor')::numeric) as profit_minor,
    sum((record->>'lots')::bigint) as settled_lots, count(*) as settled,
    count(*) filter (where (record->>'profitVnd')::numeric > 0) as won,
    count(*) filter (where (record->>'profitVnd')::numeric < 0) as lost
  from settled_position where account_id = $1 and seq >= $3 and seq < $4 group by place, contract_code
), trades as (
  select width_bucket(seq, $2::bigint[]) as place, record->>'contractCode' as contract_code,
    sum((record->>'feeVnd')::numeric) as fees_vnd, sum((record->>'lots')::bigint) as traded_lots
  from order_fill where account_id = $1 and seq >= $3 and seq < $4 group by 1, 2
)
select place, contract_code,
  coalesce(profit_vnd, 0)::text as profit_vnd, coalesce(profit_minor, 0)::text as profit_minor,
  coalesce(fees_vnd, 0)::text as fees_vnd, coalesce(traded_lots, 0)::bigint as traded_lots,
  coalesce(settled_lots, 0)::bigint as settled_lots,
  coalesce(settled, 0) as settled, coalesce(won, 0) as won, coalesce(lost, 0) as lost
from pairs full join trades using (place, contract_code)
order by place, contract_code`;

/** What a sub-account pays beside its trades, and what it earns as a leader. */
const ACCOUNT_FEES = `
select width_bucket(seq, $2::bigint[]) as place, -sum(amount_vnd)::bigint as fees_vnd
from ledger_posting where account_id = $1 and seq >= $3 and seq < $4 
  and type in ('package-fee', 'copy-fee', 'performance-fee', 'copy-earnings')
group by place order by place`;

export async function readProfit(
  pool: pg.Pool,
  accountId: string,
  { query, state }: { readonly query: ProfitQuery; readonly state: EngineState },
): Promise<AccountProfit> {
  const seq = await readProjectedSeq(pool);
  const all = await readAccountDates(pool, accountId, { seq, brokerDate: state.tradeDate });
  const dates = datesIn(all, query).slice(-LIMITS.profitDates);
  const [first, last] = [dates[0], dates.at(-1)];
  const total = emptySums();
  if (!first || !last) return { items: [], total: sumsToWire(total), from: null, to: null };
  const range = [accountId, beginningsOf(dates), first.beginSeq, last.endSeq];
  const [traded, subscribed] = await Promise.all([
    pool.query<Part>(PARTS, range),
    pool.query<{ place: number; fees_vnd: bigint }>(ACCOUNT_FEES, range),
  ]);
  const groups = new Map<string, Sums>();
  const groupOf = (key: string): Sums => {
    const group = groups.get(key) ?? emptySums();
    groups.set(key, group);
    return group;
  };
  for (const part of traded.rows) {
    const commodity = commodityOf(state, part.contract_code);
    const group = groupOf(query.by === 'commodity' ? commodity.code : dateAt(dates, part.place));
    for (const sums of [group, total]) add(sums, part, commodity.currency);
  }
  for (const { place, fees_vnd: feesVnd } of subscribed.rows) {
    for (const sums of query.by === 'date' ? [groupOf(dateAt(dates, place)), total] : [total]) {
      sums.feesVnd += feesVnd;
      sums.accountFeesVnd += feesVnd;
    }
  }
  const items = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, sums]) => groupToWire(query.by, key, sums));
  return { items, total: sumsToWire(total), from: first.tradeDate, to: last.tradeDate };
}

function commodityOf(state: EngineState, contractCode: string) {
  const listed = state.contracts.get(contractCode);
  if (!listed) throw new Error(`a settled position in an unlisted contract: ${contractCode}`);
  return listed.commodity;
}

/** width_bucket counts from 1. */
function dateAt(dates: readonly AccountDate[], place: number): string {
  const date = dates[place - 1];
  if (!date) throw new Error(`a row outside of the dates that it was asked for: ${place} of ${dates.length}`);
  return date.tradeDate;
}

interface Sums {
  profitVnd: Vnd;
  feesVnd: Vnd;
  accountFeesVnd: Vnd;
  readonly minorByCurrency: Map<Currency, bigint>;
  tradedLots: bigint;
  settledLots: bigint;
  settled: bigint;
  won: bigint;
  lost: bigint;
}

function emptySums(): Sums {
  return {
    profitVnd: 0n,
    feesVnd: 0n,
    accountFeesVnd: 0n,
    minorByCurrency: new Map(),
    tradedLots: 0n,
    settledLots: 0n,
    settled: 0n,
    won: 0n,
    lost: 0n,
  };
}

function add(sums: Sums, part: Part, currency: Currency): void {
  sums.profitVnd += BigInt(part.profit_vnd);
  sums.feesVnd += BigInt(part.fees_vnd);
  sums.tradedLots += part.traded_lots;
  sums.settledLots += part.settled_lots;
  sums.settled += part.settled;
  sums.won += part.won;
  sums.lost += part.lost;
  if (part.settled === 0n) return;
  sums.minorByCurrency.set(currency, (sums.minorByCurrency.get(currency) ?? 0n) + BigInt(part.profit_minor));
}

function groupToWire(by: ProfitQuery['by'], key: string, sums: Sums): ProfitGroup {
  const name = by === 'commodity' ? { commodityCode: key } : { tradeDate: key };
  return { ...name, ...sumsToWire(sums) };
}

/** Minor units are hundredths in every currency. */
function sumsToWire(sums: Sums): ProfitSums {
  const [only, ...others] = sums.minorByCurrency;
  const [currency, minor] = only && others.length === 0 ? only : [null, 0n];
  return {
    actualProfit: sums.profitVnd.toString(),
    currency,
    currencyProfit: currency === null ? null : formatDecimal(minor, 2),
    fees: sums.feesVnd.toString(),
    accountFees: sums.accountFeesVnd.toString(),
    tradedLots: Number(sums.tradedLots),
    settledLots: Number(sums.settledLots),
    settledCount: Number(sums.settled),
    wonCount: Number(sums.won),
    lostCount: Number(sums.lost),
  };
}

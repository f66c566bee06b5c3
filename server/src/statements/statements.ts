/**
 * Statements: a day, a month or a year of a sub-account, from the same rows and by the same readers as every screen, with
 * the proof of its last day. A statement is of days that ended and were signed, so its text is the same whenever it is
 * read.
 */
import type { Statement, StatementFile, StatementLine } from '@mua/contract/entities/statement';
import type { STATEMENT_UNITS } from '@mua/contract/http/statements';
import { sumsOf } from '@mua/contract/movement-sums';
import type { EngineState } from '@mua/core/engine';
import { explainAvailable, explainEquity, explainRatio } from '@mua/core/preview';
import { divideHalfEven, formatDecimal, priceToText, type Vnd } from '@mua/core/values';
import type pg from 'pg';
import { type AccountDate, readAccountDates } from '#accounts/account-dates.ts';
import { readMovements } from '#money/transactions.ts';
import { type Grids, gridsOf } from '#orders/order-wire.ts';
import { AVERAGE_DECIMALS } from '#proof/closings.ts';
import type { Proofs } from '#proof/proofs.ts';
import { replyError } from '#refusals/reply-error.ts';
import type { StatementFacts } from '#statements/statement-pdf.ts';
import { readTraded } from '#statements/traded.ts';
import { decodeCursor, encodeCursor } from '#wire/page-cursor.ts';

export interface Statements {
  list(accountId: string, query: StatementsQuery): Promise<{ items: StatementLine[]; nextCursor: string | null }>;
  /** Throws NotFound where no signed day is in the period. */
  read(accountId: string, period: string): Promise<StatementFile>;
  /** The same, with what only paper says of it. */
  readPaper(accountId: string, period: string): Promise<Omit<StatementFacts, 'language'>>;
}

export interface StatementsQuery {
  readonly unit: (typeof STATEMENT_UNITS)[number];
  readonly cursor: string | undefined;
  readonly limit: number;
}

export interface StatementsDeps {
  readonly pool: pg.Pool;
  readonly state: EngineState;
  readonly proofs: Pick<Proofs, 'balance'>;
}

export function createStatements(deps: StatementsDeps): Statements {
  return {
    list: (accountId, query) => listPeriods(deps.pool, accountId, query),
    read: async (accountId, period) => (await readStatement(deps, accountId, period)).file,
    async readPaper(accountId, period) {
      const { file, months } = await readStatement(deps, accountId, period);
      const holder = await readHolder(deps.pool, accountId);
      const grids = gridsIn(file, gridsOf(deps.state));
      const isYear = period.length === PERIOD_LENGTH.year;
      const sums = months.map(({ month, movements, cash }) => ({ month, sums: sumsOf(movements), cash }));
      return { file, holder, grids, months: isYear ? sums : null };
    },
  };
}

const PERIODS = `
  with signed as (
    select l.trade_date, substr(l.trade_date, 1, $2) as period,
      (l.data::json ->> 'cash') as cash, (d.published::json ->> 'dayHash') as day_hash
    from proof_leaf l
    join trading_account a using (account_id)
    join proof_day d on d.trade_date = l.trade_date and d.kind = case when a.is_demo then 'demo' else 'live' end
    where l.account_id = $1 and ($3::text is null or substr(l.trade_date, 1, $2) < $3)
  )
  select distinct on (period) period, min(trade_date) over (partition by period) as first_date, trade_date, cash, day_hash
  from signed order by period desc, trade_date desc limit $4`;

const PERIOD_LENGTH = { day: 10, month: 7, year: 4 };

async function listPeriods(
  pool: pg.Pool,
  accountId: string,
  { unit, cursor, limit }: StatementsQuery,
): Promise<{ items: StatementLine[]; nextCursor: string | null }> {
  const [before = null] = decodeCursor(cursor, /^statements (\d{4}(?:-\d\d(?:-\d\d)?)?)$/) ?? [];
  const found = await pool.query<{
    period: string;
    first_date: string;
    trade_date: string;
    cash: string;
    day_hash: string;
  }>(PERIODS, [accountId, PERIOD_LENGTH[unit], before, limit + 1]);
  const rows = found.rows.slice(0, limit);
  const last = found.rows.length > limit ? rows.at(-1) : undefined;
  return {
    items: rows.map(({ period, first_date: from, trade_date: to, cash, day_hash: dayHash }) => ({
      ...{ period, from, to, cash, dayHash },
    })),
    nextCursor: last ? encodeCursor('statements', last.period) : null,
  };
}

/** What a month moved, and the cash at its end. */
interface MovedMonth {
  readonly month: string;
  readonly movements: Statement['movements'];
  readonly cash: string;
}

async function readStatement(
  deps: StatementsDeps,
  accountId: string,
  period: string,
): Promise<{ readonly file: StatementFile; readonly months: readonly MovedMonth[] }> {
  const { pool, state, proofs } = deps;
  const to = await lastSignedDate(pool, accountId, period);
  const proof = to === undefined ? undefined : await proofs.balance(accountId, to);
  if (to === undefined || !proof) throw replyError('NotFound', {});
  const at = { seq: proof.day.lastSeq, brokerDate: '' };
  const dates = await readAccountDates(pool, accountId, at);
  const ended = dates.filter(({ end, tradeDate }) => end !== null && tradeDate.startsWith(period) && tradeDate <= to);
  const [first, last] = [ended[0], ended.at(-1)];
  if (!first || !last) throw replyError('NotFound', {});
  const openingVnd = before(dates, first)?.end?.cashVnd ?? 0n;
  const span = { beginSeq: first.beginSeq, endSeq: last.endSeq };
  const grids = gridsOf(state);
  const months: MovedMonth[] = [];
  for (const { month, closingVnd, ...part } of monthsOf(ended, openingVnd)) {
    const movements = await readMovements({ pool, grids }, accountId, part);
    months.push({ month, movements, cash: closingVnd.toString() });
  }
  const { data, day } = proof;
  const file: StatementFile = {
    statement: {
      ...{ accountId, kind: day.kind, from: first.tradeDate, to: last.tradeDate },
      opening: { cash: openingVnd.toString() },
      movements: months.flatMap(({ movements }) => movements),
      closing: data,
      ...(await readTraded({ pool, state, grids }, accountId, span)),
      positions: data.positions.map((position) => closingPosition(position, state)),
      margin: marginOf(data),
      rates: Object.entries(day.rates).map(([currency, rate]) => ({ currency, rate })),
    },
    proof,
  };
  return { file, months };
}

interface Month {
  readonly month: string;
  readonly beginSeq: bigint;
  readonly endSeq: bigint;
  readonly openingVnd: Vnd;
  readonly closingVnd: Vnd;
}

/** The months of dates that ended, each with its part of the journal. */
function monthsOf(ended: readonly AccountDate[], openingVnd: Vnd): readonly Month[] {
  const months: Month[] = [];
  for (const { tradeDate, beginSeq, endSeq, end } of ended) {
    const month = tradeDate.slice(0, PERIOD_LENGTH.month);
    const before = months.at(-1);
    const closingVnd = end?.cashVnd ?? 0n;
    if (before?.month === month) months[months.length - 1] = { ...before, endSeq, closingVnd };
    else months.push({ month, beginSeq, endSeq, openingVnd: before?.closingVnd ?? openingVnd, closingVnd });
  }
  return months;
}

async function readHolder(pool: pg.Pool, accountId: string): Promise<string> {
  const found = await pool.query<{ full_name: string }>(
    'select full_name from investor join trading_account using (investor_id) where account_id = $1',
    [accountId],
  );
  const [row] = found.rows;
  if (!row) throw replyError('NotFound', {});
  return row.full_name;
}

function gridsIn(
  { statement: { fills, closedTrades, positions } }: StatementFile,
  grids: Grids,
): StatementFacts['grids'] {
  const codes = [...fills, ...closedTrades, ...positions].map(({ contractCode }) => contractCode);
  return Object.fromEntries(codes.map((code) => [code, grids(code)]));
}

function before(dates: readonly AccountDate[], date: AccountDate): AccountDate | undefined {
  return dates[dates.indexOf(date) - 1];
}

async function lastSignedDate(pool: pg.Pool, accountId: string, period: string): Promise<string | undefined> {
  const found = await pool.query<{ trade_date: string | null }>(
    `select max(trade_date) as trade_date from proof_leaf
     where account_id = $1 and trade_date >= $2 and trade_date <= $3`,
    [accountId, period, `${period}~`],
  );
  return found.rows[0]?.trade_date ?? undefined;
}

type Closing = StatementFile['proof']['data'];

/** Ticks become a price with two decimals more than the contract's, as everywhere. */
function closingPosition(
  { contractCode, lots, averageTicks, settlementTicks }: Closing['positions'][number],
  { contracts }: EngineState,
): StatementFile['statement']['positions'][number] {
  const commodity = contracts.get(contractCode)?.commodity;
  if (!commodity) throw new Error(`a position in an unlisted contract: ${contractCode}`);
  const { grid, currency } = commodity;
  const units = BigInt(averageTicks.replace('.', '')) * BigInt(grid.tickUnits) * 100n;
  const average = divideHalfEven(units, 10n ** BigInt(AVERAGE_DECIMALS));
  return {
    ...{ contractCode, lots, currency },
    averagePrice: formatDecimal(average, grid.scale + 2),
    settlementPrice: settlementTicks === null ? null : priceToText(settlementTicks, grid),
  };
}

function marginOf(data: Closing): StatementFile['statement']['margin'] {
  const requiredVnd = BigInt(data.required);
  const equity = explainEquity({
    cashVnd: BigInt(data.cash),
    heldVnd: BigInt(data.heldWithdrawals),
    estimatedProfitVnd: BigInt(data.estimatedProfit),
  }).value;
  const solvency = { equityVnd: equity, requiredVnd };
  const ratio = explainRatio(solvency).value;
  return {
    equity: equity.toString(),
    required: data.required,
    available: explainAvailable(solvency).value.toString(),
    ratio: ratio === null ? null : formatDecimal(ratio, 2),
  };
}

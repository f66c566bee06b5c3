/**
 * Sub-accounts as they stood when a trade date ended, from the read tables. They move on meanwhile: a position that has
 * changed since is made again from its fills.
 */
import type { ClosingData, ProofKind } from '@mua/contract/entities/proof';
import { applyFill, type BrokerClose, emptyPosition, type OrderFill } from '@mua/core/engine';
import { divideHalfEven, formatDecimal, type Vnd } from '@mua/core/values';
import type pg from 'pg';
import type { Queryable } from '#db/transaction.ts';

/** A trade date of the broker that has ended. Sums are text, as the row's JSON has them. */
export interface EndedDay {
  readonly tradeDate: string;
  readonly seq: number;
  readonly house: readonly (Omit<BrokerClose['house'][number], 'balanceVnd'> & { readonly balanceVnd: string })[];
  readonly settlements: BrokerClose['settlements'];
  readonly rates: readonly { readonly currency: string; readonly rateE4: string }[];
}

/** Sums are text, as they are written. The margin is a number, so that a row of an old day, which has none, throws. */
interface ClosingRow {
  readonly account_id: string;
  readonly cash: string;
  readonly estimated: string;
  readonly held: string;
  readonly required_vnd: Vnd;
  readonly positions: readonly Standing[];
  readonly moved: readonly string[];
}

interface Standing {
  readonly contractCode: string;
  readonly netLots: number;
  readonly openNotional: number;
}

const PAGE_SIZE = 2_000;

/** By account, as the index of the leaves has them: in another order each would go to another page of it. */
const CLOSINGS = `
  declare closings no scroll cursor for
  select d.account_id, d.cash_vnd::text as cash, d.estimated_vnd::text as estimated, d.required_vnd,
    (d.cash_vnd + d.estimated_vnd - d.equity_vnd)::text as held,
    coalesce(p.positions, '[]') as positions, coalesce(p.moved, '[]') as moved
  from account_day d join trading_account a using (account_id)
  cross join lateral (
    select json_agg(json_build_object('contractCode', contract_code, 'netLots', net_lots,
        'openNotional', record->'openNotional')) filter (where seq <= $3 and net_lots <> 0) as positions,
      json_agg(contract_code) filter (where seq > $3) as moved
    from open_position where account_id = d.account_id) p
  where d.trade_date = $1 and a.is_demo = $2 order by d.account_id`;

export interface Closings {
  readonly accounts: number;
  /** Of as many accounts, in the order of their ids. */
  readonly pages: AsyncIterable<readonly ClosingData[]>;
}

/** Within the caller's transaction, whose first query this has to be: it counts and reads one and the same state. */
export async function readClosings(client: pg.ClientBase, day: EndedDay, kind: ProofKind): Promise<Closings> {
  await client.query('set transaction isolation level repeatable read, read only');
  const counted = await client.query<{ accounts: number }>(
    `select count(*)::integer as accounts from account_day d join trading_account a using (account_id)
     where d.trade_date = $1 and a.is_demo = $2`,
    [day.tradeDate, kind === 'demo'],
  );
  return { accounts: counted.rows[0]?.accounts ?? 0, pages: readPages(client, day, kind) };
}

async function* readPages(
  client: pg.ClientBase,
  day: EndedDay,
  kind: ProofKind,
): AsyncGenerator<readonly ClosingData[]> {
  const settlements = new Map(
    day.settlements.map(({ contractCode, settlementTicks }) => [contractCode, settlementTicks]),
  );
  await client.query(CLOSINGS, [day.tradeDate, kind === 'demo', day.seq]);
  const fetch = () => client.query<ClosingRow>(`fetch ${PAGE_SIZE} from closings`);
  for (let page = fetch(); ; ) {
    const { rows } = await page;
    if (rows.length === 0) break;
    const moved = await readMoved(client, rows, day.seq);
    // Read while the caller hashes this one.
    page = fetch();
    yield rows.map((row) =>
      closingOf(row, [...row.positions, ...(moved.get(row.account_id) ?? [])], { date: day.tradeDate, settlements }),
    );
  }
}

/** With its keys in canonical order, so that its JSON is its canonical text. */
function closingOf(
  row: ClosingRow,
  positions: readonly Standing[],
  { date, settlements }: { readonly date: string; readonly settlements: ReadonlyMap<string, number> },
): ClosingData {
  return {
    accountId: row.account_id,
    cash: row.cash,
    date,
    estimatedProfit: row.estimated,
    heldWithdrawals: row.held,
    positions: positions
      .toSorted((one, other) => (one.contractCode < other.contractCode ? -1 : 1))
      .map(({ contractCode, netLots, openNotional }) => ({
        averageTicks: averageTicksText(openNotional, netLots),
        contractCode,
        lots: netLots,
        settlementTicks: settlements.get(contractCode) ?? null,
      })),
    required: row.required_vnd.toString(),
  };
}

/** Of an average in ticks. */
export const AVERAGE_DECIMALS = 4;

function averageTicksText(openNotional: number, netLots: number): string {
  return formatDecimal(
    divideHalfEven(BigInt(openNotional) * 10n ** BigInt(AVERAGE_DECIMALS), BigInt(Math.abs(netLots))),
    AVERAGE_DECIMALS,
  );
}

/** What the profit of a round turn is in dong does not matter here. */
const NO_TERMS = { tickValueMinor: 1n, rateE4: 1n };

/** By account: of all rows at once, what has changed since, made again from its fills. */
async function readMoved(
  client: Queryable,
  rows: readonly ClosingRow[],
  seq: number,
): Promise<ReadonlyMap<string, readonly Standing[]>> {
  const wanted = rows.flatMap(({ account_id: accountId, moved }) => moved.map((code) => ({ accountId, code })));
  if (wanted.length === 0) return new Map();
  const found = await client.query<{ record: OrderFill }>(
    `select f.record from unnest($1::text[], $2::text[]) as moved (account_id, code)
     join order_fill f on f.account_id = moved.account_id and f.record ->> 'contractCode' = moved.code
     where f.seq <= $3 order by f.seq`,
    [wanted.map(({ accountId }) => accountId), wanted.map(({ code }) => code), seq],
  );
  const positions = new Map<string, Map<string, ReturnType<typeof emptyPosition>>>();
  for (const { record } of found.rows) {
    const { accountId, contractCode } = record;
    const own = positions.get(accountId) ?? new Map();
    positions.set(accountId, own);
    const position = own.get(contractCode) ?? emptyPosition(contractCode);
    own.set(contractCode, position);
    applyFill(position, { ...record, fillId: record.execId }, NO_TERMS);
  }
  return new Map(
    [...positions].map(([accountId, own]) => [accountId, [...own.values()].filter(({ netLots }) => netLots !== 0)]),
  );
}

/**
 * Sub-accounts as they stood when a trade date ended, from the read tables. They move on meanwhile: a position that has
 * changed since is made again from its fills.
 */
import type { ClosingData, ProofKind } from '@mua/contract/entities/proof';
import { applyFill, type BrokerClose, emptyPosition, type OrderFill } from '@mua/core/engine';
import { divideHalfEven, formatDecimal, type Vnd } from '@mua/core/values';
import type { Queryable } from '#db/transaction.ts';

/** A trade date of the broker that has ended. Sums are text, as the row's JSON has them. */
export interface EndedDay {
  readonly tradeDate: string;
  readonly seq: number;
  readonly house: readonly (Omit<BrokerClose['house'][number], 'balanceVnd'> & { readonly balanceVnd: string })[];
  readonly settlements: BrokerClose['settlements'];
  readonly rates: readonly { readonly currency: string; readonly rateE4: string }[];
}

interface ClosingRow {
  readonly account_id: string;
  readonly cash_vnd: Vnd;
  readonly equity_vnd: Vnd;
  readonly estimated_vnd: Vnd;
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

const PAGE = `
  select d.account_id, d.cash_vnd, d.equity_vnd, d.estimated_vnd, d.required_vnd,
    coalesce((
      select json_agg(json_build_object('contractCode', p.contract_code, 'netLots', p.net_lots,
        'openNotional', p.record->'openNotional'))
      from open_position p where p.account_id = d.account_id and p.seq <= $2 and p.net_lots <> 0), '[]') as positions,
    coalesce((
      select json_agg(p.contract_code)
      from open_position p where p.account_id = d.account_id and p.seq > $2), '[]') as moved
  from account_day d join trading_account a using (account_id)
  where d.trade_date = $1 and a.is_demo = $3 and d.account_id > $4
  order by d.account_id limit ${PAGE_SIZE}`;

/** By account, a page at a time. */
export async function* readClosings(
  client: Queryable,
  day: EndedDay,
  kind: ProofKind,
): AsyncGenerator<readonly ClosingData[]> {
  const settlements = new Map(
    day.settlements.map(({ contractCode, settlementTicks }) => [contractCode, settlementTicks]),
  );
  for (let after = ''; ; ) {
    const page = await client.query<ClosingRow>(PAGE, [day.tradeDate, day.seq, kind === 'demo', after]);
    const closings: ClosingData[] = [];
    for (const row of page.rows) {
      const moved = row.moved.length === 0 ? [] : await readMoved(client, row, day.seq);
      closings.push(closingOf(row, [...row.positions, ...moved], { date: day.tradeDate, settlements }));
    }
    if (closings.length > 0) yield closings;
    if (page.rows.length < PAGE_SIZE) return;
    after = page.rows.at(-1)?.account_id ?? '';
  }
}

function closingOf(
  row: ClosingRow,
  positions: readonly Standing[],
  { date, settlements }: { readonly date: string; readonly settlements: ReadonlyMap<string, number> },
): ClosingData {
  return {
    accountId: row.account_id,
    cash: row.cash_vnd.toString(),
    date,
    estimatedProfit: row.estimated_vnd.toString(),
    heldWithdrawals: (row.cash_vnd + row.estimated_vnd - row.equity_vnd).toString(),
    positions: positions
      .toSorted((one, other) => (one.contractCode < other.contractCode ? -1 : 1))
      .map(({ contractCode, netLots, openNotional }) => ({
        contractCode,
        lots: netLots,
        averageTicks: averageTicksText(openNotional, netLots),
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

async function readMoved(client: Queryable, row: ClosingRow, seq: number): Promise<readonly Standing[]> {
  const found = await client.query<{ record: OrderFill }>(
    `select record from order_fill
     where account_id = $1 and seq <= $2 and record->>'contractCode' = any($3) order by seq`,
    [row.account_id, seq, row.moved],
  );
  const positions = new Map(row.moved.map((code) => [code, emptyPosition(code)]));
  for (const { record } of found.rows) {
    const position = positions.get(record.contractCode);
    if (position) applyFill(position, { ...record, fillId: record.execId }, NO_TERMS);
  }
  return [...positions.values()].filter(({ netLots }) => netLots !== 0);
}

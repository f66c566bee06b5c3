/** Lists positions from the read tables. */
import type { OpenPosition } from '@mua/contract/entities/position';
import type { SettledPage } from '@mua/contract/http/positions';
import type { OpenPosition as PositionRecord } from '@mua/core/engine';
import type pg from 'pg';
import type { Page } from '#orders/order-queries.ts';
import {
  currencyText,
  type PositionPlace,
  positionToWire,
  type RoundTurnRecord,
  settledToWire,
} from '#orders/position-wire.ts';
import { decodeCursor, encodeCursor } from '#wire/page-cursor.ts';

export interface PositionQueries {
  open(accountId: string): Promise<OpenPosition[]>;
  settled(accountId: string, contractCode: string | undefined, page: Page): Promise<SettledPage>;
}

export function createPositionQueries(
  pool: pg.Pool,
  valuation: Pick<PositionPlace, 'state' | 'marks' | 'contractStatusOf'>,
): PositionQueries {
  const { state } = valuation;
  return {
    async open(accountId) {
      const found = await pool.query<{ seq: bigint; record: PositionRecord }>(
        'select seq, record from open_position where account_id = $1 and net_lots <> 0 order by contract_code',
        [accountId],
      );
      return found.rows.map(({ seq, record }) => positionToWire(record, { accountId, seq: Number(seq), ...valuation }));
    },
    async settled(accountId, contractCode, { cursor, limit }) {
      const [seq = null, ordinal = null] = decodeCursor(cursor, /^settled (\d{1,15}) (\d{1,9})$/) ?? [];
      const found = await pool.query<{ seq: bigint; ordinal: number; contract_code: string; record: RoundTurnRecord }>(
        `select seq, ordinal, contract_code, record from settled_position
         where account_id = $1 and ($2::text is null or contract_code = $2)
           and ($3::bigint is null or (seq, ordinal) < ($3, $4::integer))
         order by seq desc, ordinal desc limit $5`,
        [accountId, contractCode ?? null, seq, ordinal, limit + 1],
      );
      const sums = await pool.query<PairSums>(
        `select contract_code, count(*) as pairs, sum((record->>'profitMinor')::numeric)::text as minor,
           sum((record->>'profitVnd')::numeric)::text as vnd
         from settled_position where account_id = $1 group by contract_code`,
        [accountId],
      );
      const rows = found.rows.slice(0, limit);
      const last = found.rows.length > limit ? rows.at(-1) : undefined;
      return {
        items: rows.map((row) =>
          settledToWire(row.record, {
            accountId,
            contractCode: row.contract_code,
            seq: Number(row.seq),
            ordinal: row.ordinal,
            state,
          }),
        ),
        nextCursor: last ? encodeCursor('settled', last.seq, last.ordinal) : null,
        ...sumsToWire(sums.rows, contractCode, state),
      };
    },
  };
}

interface PairSums {
  readonly contract_code: string;
  readonly pairs: bigint;
  readonly minor: string;
  readonly vnd: string;
}

/** Summed by contract, because the currency is the contract's, and the list states what it omits. */
function sumsToWire(
  sums: readonly PairSums[],
  contractCode: string | undefined,
  state: PositionPlace['state'],
): Pick<SettledPage, 'total' | 'hidden' | 'sums'> {
  let [total, hidden, usdMinor, vnd] = [0n, 0n, 0n, 0n];
  for (const one of sums) {
    if (contractCode !== undefined && one.contract_code !== contractCode) {
      hidden += one.pairs;
      continue;
    }
    total += one.pairs;
    vnd += BigInt(one.vnd);
    if (state.contracts.get(one.contract_code)?.commodity.currency === 'USD') usdMinor += BigInt(one.minor);
  }
  return {
    total: Number(total),
    hidden: Number(hidden),
    sums: { actualProfitVnd: vnd.toString(), actualProfitUsd: currencyText(usdMinor) },
  };
}

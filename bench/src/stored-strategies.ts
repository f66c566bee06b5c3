/**
 * Stores a thousand strategies that have run for a hundred trade dates in a running product's tables, by SQL: each with
 * its leader's round turns and fees, and ten followers of its own. Everything lies before the journal's present end.
 */
import { addDays } from '@mua/core/values';
import type pg from 'pg';
import { entriesOf } from '#stored-entries.ts';

export const STRATEGIES = 1_000;
const FOLLOWERS = 10;
const DATES = 100;
const DAY_MS = 86_400_000;
/** Ordinals of stored rows within a step of the journal, which has far fewer of its own. */
const ORDINAL = 1_000_000;

export interface StrategyStore {
  readonly client: pg.Client;
  /** Leads all of them: leaders have a name. */
  readonly investorId: string;
  readonly contractCode: string;
}

export async function storeStrategies({ client, investorId, contractCode }: StrategyStore): Promise<void> {
  const firstDate = addDays(new Date().toISOString().slice(0, 10), -DATES - 2);
  const fromMs = Date.parse(`${firstDate}T00:00:00Z`);
  const startMs = fromMs + DAY_MS / 2;
  await client.query(
    `insert into broker_day (trade_date, seq, next_date, time_ms, record)
     select ($1::date + d)::text, d + 2, ($1::date + d + 1)::text, $2::bigint + (d + 1) * ${DAY_MS}::bigint, '{}'
     from generate_series(0, ${DATES - 1}) as d on conflict do nothing`,
    [firstDate, fromMs],
  );
  await client.query(
    `insert into trading_account (account_id, investor_id, investor_kind, is_demo, is_activated, cash_vnd, held_vnd,
       required_vnd, working, standing, seq)
     select 'led-' || n || suffix, $1, 'individual', true, true, ${DATES * 10_000}, 0, 0, '[]', '{}', 2
     from generate_series(1, ${STRATEGIES}) as n,
       unnest(array[''] || array(select '-' || f from generate_series(1, ${FOLLOWERS}) as f)) as suffix`,
    [investorId],
  );
  await client.query(
    `insert into account_day (account_id, trade_date, seq, next_date, equity_vnd, cash_vnd, estimated_vnd)
     select account_id, ($1::date + d)::text, d + 2, ($1::date + d + 1)::text, 500000000 + d * 10000, 500000000 + d * 10000, 0
     from trading_account, generate_series(0, ${DATES - 1}) as d where account_id like 'led-%'`,
    [firstDate],
  );
  await storeTrades(client, contractCode, startMs);
  await storeTerms(client, investorId, startMs);
  for (const table of ['strategy', 'copy', 'account_day', 'ledger_posting', 'order_fill', 'settled_position'])
    await client.query(`vacuum analyze ${table}`);
}

/** A round turn each date; a profit of it and a fee in the ledger of everybody. */
async function storeTrades(client: pg.Client, contractCode: string, startMs: number): Promise<void> {
  await client.query(
    `insert into ledger_posting (seq, ordinal, account_id, type, amount_vnd, time_ms, reference, entries)
     select d + 1, ${ORDINAL} + 2 * row_number() over () + p, account_id,
       case when p = 0 then 'realised-profit' else 'fee' end, amount,
       $1::bigint + 1 + d * ${DAY_MS}::bigint, 'bench', ${entriesOf('account_id', 'amount')}
     from trading_account, generate_series(0, ${DATES - 1}) as d, generate_series(0, 1) as p,
       lateral (select case when p = 0 then 360000 else -350000 end as amount) posting
     where account_id like 'led-%'`,
    [startMs],
  );
  await client.query(
    `insert into order_fill (exec_id, order_id, account_id, seq, record)
     select 'led-' || n || '-' || d || side, 'led-' || n || '-' || d || side, 'led-' || n, d + 1,
       jsonb_build_object('execId', 'led-' || n || '-' || d || side, 'contractCode', $2::text, 'side', side, 'lots', 1,
         'priceTicks', 1800, 'feeVnd', '350000', 'timeMs', $1::bigint + 1 + d * ${DAY_MS}::bigint)
     from generate_series(1, ${STRATEGIES}) as n, generate_series(0, ${DATES - 1}) as d, unnest(array['BUY', 'SELL']) as side`,
    [startMs, contractCode],
  );
  await client.query(
    `insert into settled_position (seq, ordinal, account_id, contract_code, record)
     select d + 1, ${ORDINAL} + n, 'led-' || n, $2, jsonb_build_object('lots', 1, 'buyFillId', 'b', 'sellFillId', 's',
       'buyTimeMs', $1::bigint + d * ${DAY_MS}::bigint, 'sellTimeMs', $1::bigint + 1 + d * ${DAY_MS}::bigint, 'buyPriceTicks', 1800,
       'sellPriceTicks', 1801, 'settleTimeMs', $1::bigint + 1 + d * ${DAY_MS}::bigint, 'profitVnd', '360000')
     from generate_series(1, ${STRATEGIES}) as n, generate_series(0, ${DATES - 1}) as d`,
    [startMs, contractCode],
  );
}

async function storeTerms(client: pg.Client, investorId: string, startMs: number): Promise<void> {
  await client.query(
    `insert into strategy (strategy_id, account_id, investor_id, is_demo, approval, running, created_ms, seq, record)
     select 'led-' || n, 'led-' || n, $1::text, true, 'APPROVED', 'ACTIVE', $2::bigint, 2, jsonb_build_object(
       'strategyId', 'led-' || n, 'accountId', 'led-' || n, 'investorId', $1::text, 'isDemo', true,
       'terms', jsonb_build_object('name', 'Strategy ' || n, 'description', 'bench', 'maxFollowers', 100, 'copyFeeVnd', '0',
         'feePeriod', 'MONTHLY', 'performanceFeeBasisPoints', 0, 'minFollowVnd', (n * 100000)::text, 'slippageTicks', 4),
       'approval', 'APPROVED', 'running', 'ACTIVE', 'reason', null, 'createdMs', $2::bigint, 'startedMs', $2::bigint,
       'endedMs', null, 'followers', ${FOLLOWERS})
     from generate_series(1, ${STRATEGIES}) as n`,
    [investorId, startMs],
  );
  await client.query(
    `insert into copy (copy_id, strategy_id, account_id, state, started_ms, closed_ms, seq, record)
     select 'led-' || n || '-' || f, 'led-' || n, 'led-' || n || '-' || f, 'ACTIVE', $1::bigint, null, 2, jsonb_build_object(
       'copyId', 'led-' || n || '-' || f, 'strategyId', 'led-' || n, 'strategyName', 'Strategy ' || n,
       'accountId', 'led-' || n || '-' || f, 'ratioBasisPoints', 10000, 'maxLossVnd', '100000000', 'startedMs', $1::bigint,
       'state', 'ACTIVE', 'end', null, 'fundsVnd', '500000000', 'profitVnd', null, 'paidUntil', '2099-01-01',
       'week', jsonb_build_object('startMs', $1::bigint, 'startEquityVnd', '500000000', 'fundChangedVnd', '0',
         'highEquityVnd', '500000000'))
     from generate_series(1, ${STRATEGIES}) as n, generate_series(1, ${FOLLOWERS}) as f`,
    [startMs],
  );
}

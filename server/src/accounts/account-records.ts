/** Reads a sub-account's figures and open positions from the read tables, all as of one journal position. */
import { HEALTHY, type InvestorKind, type MarginState, type OpenPosition, type Subscription } from '@mua/core/engine';
import type { Lots, Vnd } from '@mua/core/values';
import type pg from 'pg';
import { type StoredSubscription, subscriptionOf } from '#accounts/stored-subscription.ts';

export interface AccountRecord {
  readonly accountId: string;
  readonly investorId: string;
  readonly investorKind: InvestorKind;
  readonly isDemo: boolean;
  readonly isActivated: boolean;
  readonly cashVnd: Vnd;
  readonly heldVnd: Vnd;
  readonly requiredVnd: Vnd;
  readonly working: readonly { readonly contractCode: string; readonly buyLots: Lots; readonly sellLots: Lots }[];
  readonly ladder: MarginState;
  /** Debt after losses beyond the money. */
  readonly deficitVnd: Vnd;
  /** Open ones only. */
  readonly positions: readonly OpenPosition[];
  /** Fees since the start of the trade date at `tradeDateSeq`. */
  readonly feesVnd: Vnd;
  /** Realised profit since the sub-account was opened. */
  readonly realisedVnd: Vnd;
  /** Its service package; null without one. */
  readonly subscription: Subscription | null;
  /** Journal position of the record: what the read tables have. */
  readonly seq: number;
}

interface AccountRow {
  readonly account_id: string;
  readonly investor_id: string;
  readonly investor_kind: InvestorKind;
  readonly is_demo: boolean;
  readonly is_activated: boolean;
  readonly cash_vnd: Vnd;
  readonly held_vnd: Vnd;
  readonly required_vnd: Vnd;
  readonly working: AccountRecord['working'];
  readonly standing: { readonly ladder: MarginState; readonly subscription?: StoredSubscription } | null;
  readonly deficit_vnd: Vnd;
  readonly positions: readonly OpenPosition[];
  readonly fees_vnd: Vnd;
  readonly realised_vnd: Vnd;
  readonly projected_seq: bigint;
}

/** One statement, so one snapshot of the database. */
const SELECT = `
select a.*,
  coalesce((select json_agg(p.record order by p.contract_code) from open_position p
            where p.account_id = a.account_id and p.net_lots <> 0), '[]'::json) as positions,
  (select coalesce(-sum(f.amount_vnd), 0)::bigint from ledger_posting f
   where f.account_id = a.account_id and f.type = 'fee' and f.seq >= $2) as fees_vnd,
  (select coalesce(sum(r.amount_vnd), 0)::bigint from ledger_posting r
   where r.account_id = a.account_id and r.type = 'realised-profit') as realised_vnd,
  (select coalesce(sum(d.amount_vnd), 0)::bigint from ledger_posting d
   where d.account_id = a.account_id and d.type in ('deficit', 'deficit-repaid')) as deficit_vnd,
  (select seq from projected) as projected_seq
from trading_account a`;

type Reader = Pick<pg.Pool, 'query'> | Pick<pg.ClientBase, 'query'>;

export async function readAccountRecord(
  client: Reader,
  accountId: string,
  tradeDateSeq: number,
): Promise<AccountRecord | undefined> {
  const text = `${SELECT} where a.account_id = $1`;
  const found = await client.query<AccountRow>(text, [accountId, tradeDateSeq]);
  return found.rows[0] && recordOf(found.rows[0]);
}

export async function readAccountRecords(
  client: Reader,
  investorId: string,
  tradeDateSeq: number,
): Promise<readonly AccountRecord[]> {
  const text = `${SELECT} where a.investor_id = $1 order by a.account_id`;
  const found = await client.query<AccountRow>(text, [investorId, tradeDateSeq]);
  return found.rows.map(recordOf);
}

function recordOf(row: AccountRow): AccountRecord {
  return {
    accountId: row.account_id,
    investorId: row.investor_id,
    investorKind: row.investor_kind,
    isDemo: row.is_demo,
    isActivated: row.is_activated,
    cashVnd: row.cash_vnd,
    heldVnd: row.held_vnd,
    requiredVnd: row.required_vnd,
    working: row.working,
    ladder: row.standing?.ladder ?? HEALTHY,
    deficitVnd: row.deficit_vnd,
    positions: row.positions,
    feesVnd: row.fees_vnd,
    realisedVnd: row.realised_vnd,
    subscription: row.standing?.subscription ? subscriptionOf(row.standing.subscription) : null,
    seq: Number(row.projected_seq),
  };
}

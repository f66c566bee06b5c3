/**
 * Compares the ledger with the balances beside it (reliability, O3): each posting's entries add up to zero, and each
 * sub-account's cash is the sum of its postings. The first look is at all of it, each later one at what has moved. What it
 * finds stops nothing, as damage of the journal does not: the engine has balances of its own, and somebody must know.
 */
import type { Queryable } from '#db/transaction.ts';

/** Sums are text, as they are logged. */
export interface LedgerDrift {
  readonly accountId: string;
  readonly cash: string;
  readonly postings: string;
  /** Journal positions of its postings that are not balanced; some of them. */
  readonly unbalanced: readonly number[];
}

export interface LedgerCheck {
  /** How many sub-accounts did not add up when they were last looked at. */
  readonly drifts: number;
  /** Looks at what was posted since the last time, and at what did not add up then. */
  look(): Promise<void>;
}

/** What is told of, of perhaps all. */
const MOST_TOLD = 100;

/** One statement sees one state: the projector writes postings, balances and its seq together. */
const LOOK = `
  with reached as (select seq from projected),
  looked_at as (
    select distinct account_id from ledger_posting where seq > $1
    union select unnest($2::text[])),
  unbalanced as (
    select p.account_id, p.seq from ledger_posting p
    where (p.seq > $1 or p.account_id = any($2)) and (
      (select sum((entry->>'amountVnd')::numeric) from jsonb_array_elements(p.entries) entry) is distinct from 0
      or (select sum((entry->>'amountVnd')::numeric) from jsonb_array_elements(p.entries) entry
          where entry->>'account' = 'cash:' || p.account_id) is distinct from p.amount_vnd)),
  summed as (
    select l.account_id, coalesce(a.cash_vnd, 0) as cash,
      (select coalesce(sum(amount_vnd), 0) from ledger_posting p where p.account_id = l.account_id) as postings,
      coalesce((select array_agg(seq order by seq) from unbalanced u where u.account_id = l.account_id), '{}') as unbalanced
    from looked_at l left join trading_account a using (account_id))
  select (select seq from reached)::float8 as reached,
    coalesce((select json_agg(json_build_object('accountId', account_id, 'cash', cash::text, 'postings', postings::text,
        'unbalanced', unbalanced[1:10]))
      from (select * from summed where cash <> postings or unbalanced <> '{}' limit ${MOST_TOLD}) drift), '[]') as drifts`;

export function createLedgerCheck(deps: {
  readonly pool: Queryable;
  /** Of those that were not told of yet. */
  readonly onDrift: (drifts: readonly LedgerDrift[]) => void;
}): LedgerCheck {
  const { pool, onDrift } = deps;
  let drifts: readonly LedgerDrift[] = [];
  let lookedAtSeq = -1;
  return {
    get drifts() {
      return drifts.length;
    },
    async look() {
      const known = drifts.map(({ accountId }) => accountId);
      const { rows } = await pool.query<{ reached: number; drifts: readonly LedgerDrift[] }>(LOOK, [
        lookedAtSeq,
        known,
      ]);
      const [found] = rows;
      if (!found) return;
      lookedAtSeq = found.reached;
      drifts = found.drifts;
      const news = drifts.filter(({ accountId }) => !known.includes(accountId));
      if (news.length > 0) onDrift(news);
    },
  };
}

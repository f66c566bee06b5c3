/**
 * Compares the ledger with the balances beside it (reliability, O3), some of it at each look: goes round the sub-accounts,
 * whose cash is the sum of their postings, and along the postings since the first, whose entries add up to zero. A look
 * takes about a second, so a small broker's balances are all compared each time. What it finds stops nothing, as damage of
 * the journal does not: the engine has balances of its own, and somebody must know.
 */
import type pg from 'pg';

/** Sums are text, as they are logged. */
export type LedgerDrift =
  | { readonly accountId: string; readonly cash: string; readonly postings: string }
  /** A posting's place in the journal; its entries are not balanced, or not those of a sub-account that there is. */
  | { readonly seq: number; readonly ordinal: number };

export interface LedgerCheck {
  /** Balances and postings that did not add up when they were last looked at. */
  readonly drifts: number;
  /** When the last look ended, in ms of the clock; 0 before the first. */
  readonly lookedMs: number;
  /** Goes on, and looks again at what did not add up. */
  look(): Promise<void>;
}

/** Sub-accounts of a look, and as many postings for each: more while that is quick, fewer while it is not. */
const SIZE = { first: 1_000, least: 50, most: 50_000 };
const POSTINGS_TO_ONE = 10;
const QUICK_MS = 250;
const SLOW_MS = 1_000;

const BALANCES = `
  with page as (select account_id, cash_vnd from trading_account where account_id > $1 order by account_id limit $2),
  looked_at as (
    select * from page
    union select account_id, cash_vnd from trading_account where account_id = any($3)),
  summed as (
    select account_id, cash_vnd,
      (select coalesce(sum(amount_vnd), 0) from ledger_posting p where p.account_id = l.account_id) as postings
    from looked_at l)
  select (select count(*)::integer from page) as size, (select max(account_id) from page) as last,
    coalesce((select json_agg(json_build_object('accountId', account_id, 'cash', cash_vnd::text, 'postings', postings::text))
      from summed where cash_vnd <> postings), '[]') as drifts`;

const POSTINGS = `
  with page as (
    select * from ledger_posting where (seq, ordinal) > ($1, $2) order by seq, ordinal limit $3),
  looked_at as (
    select * from page
    union all select p.* from ledger_posting p join unnest($4::bigint[], $5::integer[]) known (seq, ordinal) using (seq, ordinal))
  select (select json_build_object('seq', seq, 'ordinal', ordinal) from page order by seq desc, ordinal desc limit 1) as last,
    coalesce(json_agg(json_build_object('seq', seq, 'ordinal', ordinal)) filter (
      where everything is distinct from 0 or own is distinct from amount_vnd
        or not exists (select from trading_account a where a.account_id = l.account_id)), '[]') as drifts
  from looked_at l cross join lateral (
    select sum((entry->>'amountVnd')::numeric) as everything,
      sum((entry->>'amountVnd')::numeric) filter (where entry->>'account' = 'cash:' || l.account_id) as own
    from jsonb_array_elements(l.entries) entry) sums`;

interface Place {
  readonly seq: number;
  readonly ordinal: number;
}

type BalanceDrift = Extract<LedgerDrift, { cash: string }>;

export function createLedgerCheck(deps: {
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly nowMs: () => number;
  /** Of those that were not told of yet. */
  readonly onDrift: (drifts: readonly LedgerDrift[]) => void;
}): LedgerCheck {
  const { pool, nowMs, onDrift } = deps;
  let balances: readonly BalanceDrift[] = [];
  let postings: readonly Place[] = [];
  let afterAccount = '';
  let afterPosting: Place = { seq: -1, ordinal: -1 };
  let size = SIZE.first;
  let lookedMs = 0;

  async function compareBalances(): Promise<void> {
    const known = balances.map(({ accountId }) => accountId);
    const { rows } = await pool.query<{ size: number; last: string | null; drifts: readonly BalanceDrift[] }>(
      BALANCES,
      [afterAccount, size, known],
    );
    const [found] = rows;
    if (!found) return;
    // Round again, once the last one has been compared.
    afterAccount = found.size < size ? '' : (found.last ?? '');
    balances = found.drifts;
    tell(balances.filter(({ accountId }) => !known.includes(accountId)));
  }

  async function comparePostings(): Promise<void> {
    const { rows } = await pool.query<{ last: Place | null; drifts: readonly Place[] }>(POSTINGS, [
      ...[afterPosting.seq, afterPosting.ordinal, size * POSTINGS_TO_ONE],
      postings.map(({ seq }) => seq),
      postings.map(({ ordinal }) => ordinal),
    ]);
    const [found] = rows;
    if (!found) return;
    const known = new Set(postings.map(({ seq, ordinal }) => `${seq} ${ordinal}`));
    afterPosting = found.last ?? afterPosting;
    postings = found.drifts;
    tell(postings.filter(({ seq, ordinal }) => !known.has(`${seq} ${ordinal}`)));
  }

  function tell(news: readonly LedgerDrift[]): void {
    if (news.length > 0) onDrift(news);
  }

  return {
    get drifts() {
      return balances.length + postings.length;
    },
    get lookedMs() {
      return lookedMs;
    },
    async look() {
      const beganAt = performance.now();
      await compareBalances();
      await comparePostings();
      const tookMs = performance.now() - beganAt;
      if (tookMs > SLOW_MS) size = Math.max(SIZE.least, Math.floor(size / 2));
      else if (tookMs < QUICK_MS) size = Math.min(SIZE.most, size * 2);
      lookedMs = nowMs();
    },
  };
}

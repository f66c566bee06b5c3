/**
 * Signs what nobody can change any more: for each trade date that ended and each kind of accounts a tree over all
 * balances, chained to the day before and to the journal. A day is written with its leaves in one transaction, so a
 * server that is killed meanwhile has published nothing, and begins the day anew.
 */
import { sign } from 'node:crypto';
import { PROOF_KINDS, type ProofDay, type ProofKind, type SignedDay } from '@mua/contract/entities/proof';
import { canonicalText } from '@mua/contract/proof/canonical';
import { bytesToHex, canonicalHash, dayHashOf, hexToBytes } from '@mua/contract/proof/hashes';
import { formatDecimal } from '@mua/core/values';
import type pg from 'pg';
import { inTransaction } from '#db/transaction.ts';
import { type EndedDay, readClosings } from '#proof/closings.ts';
import { type DayTree, growLeaves, growTree, type Leaf } from '#proof/day-tree.ts';
import type { ProofKey } from '#proof/proof-key.ts';

/** A day that does not add up: it is not signed, now or later. */
export interface Refusal {
  readonly kind: ProofKind;
  readonly tradeDate: string;
  readonly facts: Readonly<Record<string, string>>;
}

export interface SignDaysDeps {
  readonly pool: pg.Pool;
  readonly key: ProofKey;
  readonly nowMs: () => number;
  readonly onRefused: (refusal: Refusal) => void;
}

/** The key is another one than the last day's, which did not announce it. */
export class KeyNotAnnouncedError extends Error {}

const GENESIS = '0'.repeat(64);
/** A day may be written by one connection at a time. */
const PROOF_LOCK = 7_772_027;

/** Signs every day that ended and is neither signed nor refused, oldest first. */
export async function signDays(deps: SignDaysDeps): Promise<void> {
  for (const kind of PROOF_KINDS) {
    for (let day = await nextDay(deps.pool, kind); day; day = await nextDay(deps.pool, kind))
      await signDay(deps, kind, day);
  }
}

/**
 * Days of a kind that ended and are neither signed nor refused. The first day is the first on which there is an account
 * of the kind. Days from before proofs were kept have no required margin on disk.
 */
const WAITING = `
    with last as (
       select max(trade_date) as trade_date from (
         select trade_date from proof_day where kind = $1
         union all select trade_date from proof_refusal where kind = $1) done
     )
     select b.trade_date, b.seq, b.record from broker_day b, last
     where b.trade_date > coalesce(last.trade_date, '') and (last.trade_date is not null or exists (
       select from account_day d join trading_account a using (account_id)
       where d.trade_date = b.trade_date and a.is_demo = $2 and d.required_vnd is not null))
     order by b.trade_date`;

async function nextDay(pool: pg.Pool, kind: ProofKind): Promise<EndedDay | undefined> {
  const found = await pool.query<{ trade_date: string; seq: bigint; record: Omit<EndedDay, 'tradeDate' | 'seq'> }>(
    `${WAITING} limit 1`,
    [kind, kind === 'demo'],
  );
  const [row] = found.rows;
  return row && { tradeDate: row.trade_date, seq: Number(row.seq), ...row.record };
}

/** Oldest first. */
export async function waitingDays(pool: pg.Pool, kind: ProofKind): Promise<readonly string[]> {
  const found = await pool.query<{ trade_date: string }>(WAITING, [kind, kind === 'demo']);
  return found.rows.map((row) => row.trade_date);
}

async function signDay(deps: SignDaysDeps, kind: ProofKind, ended: EndedDay): Promise<void> {
  const grown: Leaf[] = [];
  let estimated = 0n;
  await inTransaction(deps.pool, async (client) => {
    for await (const closings of readClosings(client, ended, kind)) {
      for (const { estimatedProfit } of closings) estimated += BigInt(estimatedProfit);
      grown.push(...growLeaves(closings));
    }
  });
  const tree = growTree(grown);
  const house = balancesOf(ended, kind);
  const { liability, deficit } = tree.root;
  const brokerSum = Object.values(house).reduce((sum, balance) => sum + BigInt(balance), 0n);
  if (liability - deficit + brokerSum !== estimated) {
    const facts = { liabilities: liability, deficits: deficit, house: brokerSum, estimated };
    const texts = Object.entries(facts).map(([name, sum]) => [name, sum.toString()] as const);
    return refuse(deps, { kind, tradeDate: ended.tradeDate, facts: Object.fromEntries(texts) });
  }
  await inTransaction(deps.pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [PROOF_LOCK]);
    const before = await lastDay(client, kind);
    // Somebody else has signed it meanwhile.
    if (before && before.day.date >= ended.tradeDate) return;
    const day = await dayOf(client, { kind, ended, tree, house, before, key: deps.key });
    await keepDay(client, signed(day, deps.key), tree, deps.nowMs());
  });
}

function balancesOf({ house }: EndedDay, kind: ProofKind): Record<string, string> {
  const own = house.filter(({ isDemo }) => isDemo === (kind === 'demo'));
  return Object.fromEntries(own.map(({ account, balanceVnd }) => [account, balanceVnd]));
}

async function lastDay(client: pg.ClientBase, kind: ProofKind): Promise<SignedDay | undefined> {
  const found = await client.query<{ published: string }>(
    'select published from proof_day where kind = $1 order by trade_date desc limit 1',
    [kind],
  );
  return found.rows[0] && (JSON.parse(found.rows[0].published) as SignedDay);
}

interface DayFacts {
  readonly kind: ProofKind;
  readonly ended: EndedDay;
  readonly tree: DayTree;
  readonly house: Record<string, string>;
  readonly before: SignedDay | undefined;
  readonly key: ProofKey;
}

async function dayOf(client: pg.ClientBase, facts: DayFacts): Promise<ProofDay> {
  const { kind, ended, tree, house, before, key } = facts;
  if (before && key.publicHex !== before.key && key.publicHex !== before.day.nextKey)
    throw new KeyNotAnnouncedError(
      `PROOF_KEY_FILE: ${before.day.date} was signed with another key and announced none: ` +
        'start with the old key and PROOF_NEXT_KEY once, over the end of a trade date',
    );
  const { root, leaves } = tree;
  const isChanging = key.nextHex !== undefined && key.nextHex !== key.publicHex;
  return {
    accounts: leaves.length,
    date: ended.tradeDate,
    deficits: root.deficit.toString(),
    house,
    ...(await standing(client, ended.seq)),
    kind,
    lastSeq: ended.seq,
    liabilities: root.liability.toString(),
    previousDay: before?.dayHash ?? GENESIS,
    rates: Object.fromEntries(ended.rates.map(({ currency, rateE4 }) => [currency, formatDecimal(BigInt(rateE4), 4)])),
    root: bytesToHex(root.hash),
    settlements: canonicalHash(
      ended.settlements.map(({ contractCode, settlementTicks }) => ({ contractCode, settlementTicks })),
    ),
    ...(isChanging ? { nextKey: key.nextHex } : {}),
  };
}

/** Where the day stands in the journal. An installation is named by the journal's first batch, which no other has. */
async function standing(client: pg.ClientBase, seq: number): Promise<Pick<ProofDay, 'installation' | 'journalHash'>> {
  const found = await client.query<{ installation: string; journal_hash: string }>(
    `select (select hash from journal_batch order by first_seq limit 1) as installation,
       (select hash from journal_batch where last_seq >= $1 order by last_seq limit 1) as journal_hash`,
    [seq],
  );
  const [row] = found.rows;
  return { installation: row?.installation ?? GENESIS, journalHash: row?.journal_hash ?? GENESIS };
}

function signed(day: ProofDay, { privateKey, publicHex }: ProofKey): SignedDay {
  const dayHash = bytesToHex(dayHashOf(day));
  const signature = sign(null, hexToBytes(dayHash), privateKey).toString('hex');
  return { day, dayHash, signature, key: publicHex };
}

const LEAVES_PER_INSERT = 5_000;

async function keepDay(
  client: pg.ClientBase,
  day: SignedDay,
  { leaves, nodes }: DayTree,
  nowMs: number,
): Promise<void> {
  const { kind, date } = day.day;
  await client.query(
    'insert into proof_day (kind, trade_date, signed_ms, published, nodes) values ($1, $2, $3, $4, $5)',
    [kind, date, nowMs, canonicalText(day), nodes],
  );
  // By account, as their index has them: in the tree's order every row would go to another page of it.
  const placed = leaves.map((leaf, place) => ({ ...leaf, place }));
  placed.sort((one, other) => (one.accountId < other.accountId ? -1 : 1));
  for (let from = 0; from < placed.length; from += LEAVES_PER_INSERT) {
    const part = placed.slice(from, from + LEAVES_PER_INSERT);
    // One text: an array of a hundred thousand texts that hold quotes takes twice as long to write and to read.
    await client.query(
      `insert into proof_leaf (account_id, trade_date, place, salt, data)
       select l.account_id, $2, l.place, l.salt, l.data
       from json_to_recordset($1) as l (account_id text, place integer, salt text, data text)`,
      [
        JSON.stringify(part.map(({ accountId, place, salt, data }) => ({ account_id: accountId, place, salt, data }))),
        date,
      ],
    );
  }
}

async function refuse({ pool, nowMs, onRefused }: SignDaysDeps, refusal: Refusal): Promise<void> {
  const { kind, tradeDate, facts } = refusal;
  await pool.query(
    'insert into proof_refusal (kind, trade_date, time_ms, facts) values ($1, $2, $3, $4) on conflict do nothing',
    [kind, tradeDate, nowMs(), facts],
  );
  onRefused(refusal);
}

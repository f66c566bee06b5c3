/**
 * Signs what nobody can change any more: for each trade date that ended and each kind of accounts a tree over all
 * balances, chained to the day before and to the journal. A day is written with its leaves in one transaction, so a
 * server that is killed meanwhile has published nothing, and begins the day anew.
 */
import { sign } from 'node:crypto';
import { PROOF_KINDS, type ProofDay, type ProofKind, type SignedDay } from '@mua/contract/entities/proof';
import { canonicalText } from '@mua/contract/proof/canonical';
import { bytesToHex, canonicalHash, dayHashOf, hexToBytes, type SumNode } from '@mua/contract/proof/hashes';
import { formatDecimal } from '@mua/core/values';
import type pg from 'pg';
import { inTransaction } from '#db/transaction.ts';
import { type Closings, type EndedDay, readClosings } from '#proof/closings.ts';
import { DayLeaves, type LeafPage } from '#proof/day-leaves.ts';
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
  try {
    await inTransaction(deps.pool, (client) => writeDay(client, deps, { kind, ended }));
  } catch (error) {
    if (!(error instanceof DoesNotAddUpError)) throw error;
    await refuse(deps, { kind, tradeDate: ended.tradeDate, facts: error.facts });
  }
}

/** Takes back what is written of the day. */
class DoesNotAddUpError extends Error {
  readonly facts: Refusal['facts'];
  constructor(sums: Readonly<Record<string, bigint>>) {
    super('a day does not add up');
    this.facts = Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum.toString()]));
  }
}

async function writeDay(
  client: pg.ClientBase,
  { pool, key, nowMs }: SignDaysDeps,
  { kind, ended }: { readonly kind: ProofKind; readonly ended: EndedDay },
): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [PROOF_LOCK]);
  const before = await lastDay(client, kind);
  // Somebody else has signed it meanwhile.
  if (before && before.day.date >= ended.tradeDate) return;
  const { leaves, estimated } = await inTransaction(pool, async (reader) =>
    keepLeaves(client, ended.tradeDate, await readClosings(reader, ended, kind)),
  );
  const root = leaves.root();
  const house = balancesOf(ended, kind);
  const { liability, deficit } = root;
  const brokerSum = Object.values(house).reduce((sum, balance) => sum + BigInt(balance), 0n);
  if (liability - deficit + brokerSum !== estimated)
    throw new DoesNotAddUpError({ liabilities: liability, deficits: deficit, house: brokerSum, estimated });
  const { accounts, nodes } = leaves;
  const day = signed(await dayOf(client, { kind, ended, accounts, root, house, before, key }), key);
  await client.query(
    'insert into proof_day (kind, trade_date, signed_ms, published, nodes) values ($1, $2, $3, $4, $5)',
    [kind, ended.tradeDate, nowMs(), canonicalText(day), nodes],
  );
}

/** Each page is written while the next one is read: reading has a connection of its own. */
async function keepLeaves(
  client: pg.ClientBase,
  tradeDate: string,
  { accounts, pages }: Closings,
): Promise<{ readonly leaves: DayLeaves; readonly estimated: bigint }> {
  const leaves = new DayLeaves(accounts);
  let estimated = 0n;
  let kept: Promise<unknown> = Promise.resolve();
  for await (const closings of pages) {
    for (const { estimatedProfit } of closings) estimated += BigInt(estimatedProfit);
    const page = leaves.add(closings);
    await kept;
    kept = keepPage(client, tradeDate, page);
    // Whatever fails is thrown where it is waited for.
    kept.catch(() => {});
  }
  await kept;
  return { leaves, estimated };
}

/** Texts in lines, which JSON has no other use for: as an array of texts with quotes they take several times as long. */
function keepPage(client: pg.ClientBase, tradeDate: string, page: LeafPage): Promise<unknown> {
  const { accountIds, places, salts, data } = page;
  return client.query(
    `insert into proof_leaf (account_id, trade_date, place, salt, data)
     select l.account_id, $1, l.place, l.salt, l.data
     from unnest($2::text[], $3::integer[], $4::text[], string_to_array($5, E'\\n')) as l (account_id, place, salt, data)`,
    [tradeDate, accountIds, places, salts, data.join('\n')],
  );
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
  readonly accounts: number;
  readonly root: SumNode;
  readonly house: Record<string, string>;
  readonly before: SignedDay | undefined;
  readonly key: ProofKey;
}

async function dayOf(client: pg.ClientBase, facts: DayFacts): Promise<ProofDay> {
  const { kind, ended, accounts, root, house, before, key } = facts;
  if (before && key.publicHex !== before.key && key.publicHex !== before.day.nextKey)
    throw new KeyNotAnnouncedError(
      `PROOF_KEY_FILE: ${before.day.date} was signed with another key and announced none: ` +
        'start with the old key and PROOF_NEXT_KEY once, over the end of a trade date',
    );
  const isChanging = key.nextHex !== undefined && key.nextHex !== key.publicHex;
  return {
    accounts,
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

async function refuse({ pool, nowMs, onRefused }: SignDaysDeps, refusal: Refusal): Promise<void> {
  const { kind, tradeDate, facts } = refusal;
  await pool.query(
    'insert into proof_refusal (kind, trade_date, time_ms, facts) values ($1, $2, $3, $4) on conflict do nothing',
    [kind, tradeDate, nowMs(), facts],
  );
  onRefused(refusal);
}

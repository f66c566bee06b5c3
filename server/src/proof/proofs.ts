/** The room's door: signs days as they end, and reads what was signed. */
import {
  type BalanceProof,
  type ClosingData,
  PROOF_KINDS,
  type ProofKind,
  type PublishedDay,
  type SignedDay,
} from '@mua/contract/entities/proof';
import type { SigningState } from '@mua/contract/http/operator-proof';
import { NODE_BYTES } from '@mua/contract/proof/hashes';
import { neighboursOf, stepOf } from '@mua/contract/proof/sum-tree';
import type pg from 'pg';
import type { Clock } from '#ground/clock.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import { decodeNode } from '#proof/day-tree.ts';
import { type SignDaysDeps, waitingDays } from '#proof/sign-days.ts';
import { signInThread } from '#proof/sign-in-thread.ts';
import { instantText } from '#wire/wire-text.ts';

export interface Proofs {
  /** The kind of accounts that the installation is for. */
  readonly mainKind: ProofKind;
  readonly key: string;
  readonly nextKey: string | undefined;
  /** That days were ever signed with. */
  keys(): Promise<readonly string[]>;
  /** Newest first. */
  days(kind: ProofKind, limit: number, before?: string): Promise<readonly PublishedDay[]>;
  /** Days that were not signed because they did not add up, newest first. */
  refused(kind: ProofKind): Promise<readonly string[]>;
  /** Of each kind of accounts, for operators and alarms. */
  signingState(): Promise<readonly SigningState[]>;
  /** A day's file as it was published; undefined if there is none. */
  day(kind: ProofKind, tradeDate: string): Promise<string | undefined>;
  /** Undefined if the day is not signed, or does not have the account. */
  balance(accountId: string, tradeDate: string): Promise<BalanceProof | undefined>;
  /** Waits until every day that has ended is signed. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface ProofsDeps extends SignDaysDeps {
  /** Of the database. */
  readonly url: string;
  readonly mainKind: ProofKind;
  readonly sequencer: Pick<Sequencer, 'onDurable'>;
  readonly clock: Pick<Clock, 'every'>;
  /** Days are signed by the process that has the jobs. */
  readonly signsDays: boolean;
  readonly onError: (error: unknown) => void;
}

/** A day that could not be signed is tried again so often. */
const SIGNS_AGAIN_MS = 60_000;

export function openProofs(deps: ProofsDeps): Proofs {
  const { pool, url, key, nowMs, mainKind, sequencer, clock, signsDays, onRefused, onError } = deps;
  let signing = Promise.resolve();
  let hasFailed = false;
  /** One after the other: a day names the one before it. */
  const signWhatEnded = (): void => {
    if (!signsDays) return;
    signing = signing.then(signWaiting).catch((error) => {
      hasFailed = true;
      onError(error);
    });
  };
  const signWaiting = async (): Promise<void> => {
    const waiting = await Promise.all(PROOF_KINDS.map((kind) => waitingDays(pool, kind)));
    if (waiting.flat().length > 0) await signInThread({ url, key, nowMs: nowMs() }, onRefused);
  };
  sequencer.onDurable((steps) => {
    if (steps.some(({ events }) => events.some((event) => event.kind === 'tradeDateBegan' && event.close)))
      signWhatEnded();
  });
  const stopTrying = clock.every(SIGNS_AGAIN_MS, () => {
    if (!hasFailed) return;
    hasFailed = false;
    signWhatEnded();
  });
  signWhatEnded();
  return {
    mainKind,
    key: key.publicHex,
    nextKey: key.nextHex,
    async keys() {
      const found = await pool.query<{ key: string }>(
        `select distinct published::json ->> 'key' as key from proof_day order by key`,
      );
      return found.rows.map((row) => row.key);
    },
    days: (kind, limit, before) => readDays(pool, kind, limit, before),
    async refused(kind) {
      const found = await pool.query<{ trade_date: string }>(
        'select trade_date from proof_refusal where kind = $1 order by trade_date desc limit 100',
        [kind],
      );
      return found.rows.map((row) => row.trade_date);
    },
    signingState: () => Promise.all(PROOF_KINDS.map((kind) => readState(pool, kind))),
    async day(kind, tradeDate) {
      const found = await pool.query<{ published: string }>(
        'select published from proof_day where kind = $1 and trade_date = $2',
        [kind, tradeDate],
      );
      return found.rows[0]?.published;
    },
    balance: (accountId, tradeDate) => readBalance(pool, accountId, tradeDate),
    settled: () => signing,
    close() {
      stopTrying();
      return signing;
    },
  };
}

async function readDays(pool: pg.Pool, kind: ProofKind, limit: number, before?: string): Promise<PublishedDay[]> {
  const found = await pool.query<{ published: string; signed_ms: bigint }>(
    `select published, signed_ms from proof_day
     where kind = $1 and ($2::text is null or trade_date < $2) order by trade_date desc limit $3`,
    [kind, before ?? null, limit],
  );
  return found.rows.map(({ published, signed_ms: signedMs }) => {
    const { day, dayHash } = JSON.parse(published) as SignedDay;
    const { date, accounts, liabilities, deficits } = day;
    return { date, dayHash, accounts, liabilities, deficits, signedAt: instantText(Number(signedMs)) };
  });
}

async function readState(pool: pg.Pool, kind: ProofKind): Promise<SigningState> {
  const last = await pool.query<{ trade_date: string | null }>(
    'select max(trade_date) as trade_date from proof_day where kind = $1',
    [kind],
  );
  const refused = await pool.query<{
    trade_date: string;
    time_ms: bigint;
    facts: SigningState['refused'][number]['facts'];
  }>('select trade_date, time_ms, facts from proof_refusal where kind = $1 order by trade_date desc', [kind]);
  return {
    kind,
    lastSigned: last.rows[0]?.trade_date ?? null,
    waiting: [...(await waitingDays(pool, kind))],
    refused: refused.rows.map(({ trade_date: date, time_ms: timeMs, facts }) => ({
      ...{ date, time: instantText(Number(timeMs)), facts },
    })),
  };
}

interface LeafRow {
  readonly place: number;
  readonly salt: string;
  readonly data: string;
  readonly published: string;
}

async function readBalance(pool: pg.Pool, accountId: string, tradeDate: string): Promise<BalanceProof | undefined> {
  const found = await pool.query<LeafRow>(
    `select l.place, l.salt, l.data, d.published
     from proof_leaf l
     join trading_account a using (account_id)
     join proof_day d on d.trade_date = l.trade_date and d.kind = case when a.is_demo then 'demo' else 'live' end
     where l.account_id = $1 and l.trade_date = $2`,
    [accountId, tradeDate],
  );
  const [leaf] = found.rows;
  if (!leaf) return undefined;
  const signed = JSON.parse(leaf.published) as SignedDay;
  const { accounts, kind, date } = signed.day;
  const neighbours = neighboursOf(leaf.place, accounts);
  const nodes = await pool.query<{ node: Buffer }>(
    `select substring(d.nodes from o.at for ${NODE_BYTES}) as node
     from proof_day d, unnest($3::integer[]) with ordinality as o (at, step)
     where d.kind = $1 and d.trade_date = $2 order by o.step`,
    [kind, date, neighbours.map(({ index }) => index * NODE_BYTES + 1)],
  );
  return {
    ...signed,
    data: JSON.parse(leaf.data) as ClosingData,
    salt: leaf.salt,
    path: nodes.rows.map(({ node }, step) => stepOf(decodeNode(node), neighbours[step]?.side ?? 'L')),
  };
}

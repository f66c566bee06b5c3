/**
 * Tells whoever has a position or a live order that the link to their exchange is down, and that it is back (record 180). It
 * stands beside the engine, whose journal knows when the link was lost but not who was told: that is in the mailboxes.
 * Each outage is told once to each, also over a restart, because a mailbox takes its letter a second time as the same one.
 */
import type { EngineEvent, EngineState } from '@mua/core/engine';
import type pg from 'pg';
import type { Clock } from '#ground/clock.ts';
import type { DurableStep, Sequencer } from '#journal/sequencer.ts';
import type { InvestorMailbox, Letter } from '#notifications/investor-mailbox.ts';
import { instantText } from '#wire/wire-text.ts';

export interface ExchangeLinkNotices {
  /** Resolves when everything that is due by now is written, or is tried again later. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** A shorter outage is a blip: the page has shown it, and nobody could have done anything meanwhile. */
export const TOLD_AFTER_MS = 60_000;
const RETRY_MS = 5_000;

export interface ExchangeLinkDeps {
  readonly pool: pg.Pool;
  /** Reads the journal's own rows, never without what is durable. */
  readonly reads: pg.Pool;
  readonly sequencer: Pick<Sequencer, 'onDurable' | 'state'>;
  readonly mailbox: Pick<InvestorMailbox, 'writeAll'>;
  readonly clock: Pick<Clock, 'nowMs' | 'at'>;
  readonly onError: (error: unknown) => void;
}

/** One time without a link. */
interface Outage {
  readonly venue: string;
  readonly sinceSeq: number;
  readonly sinceMs: number;
  /** Null while it lasts. */
  end: { readonly seq: number; readonly timeMs: number } | null;
}

type LinkChange = Extract<EngineEvent, { readonly kind: 'venueLinkChanged' }>;

/** Resolves when what the last outages have left to tell is written. */
export async function openExchangeLinkNotices(deps: ExchangeLinkDeps): Promise<ExchangeLinkNotices> {
  const { sequencer, clock, onError } = deps;
  const lasting = new Map<string, Outage>();
  const work = createWork(clock, onError);
  /** What is heard while it is read what was before: it may be among that, or have come after it. */
  const early: (() => void)[] = [];
  let isRead = false;

  function begin(outage: Outage): void {
    lasting.set(outage.venue, outage);
    work.enterAt(outage.sinceMs + TOLD_AFTER_MS, () => tellLost(deps, outage));
  }

  function hear({ venue, change }: LinkChange, { seq, timeMs }: DurableStep['command']): void {
    const outage = lasting.get(venue);
    if (change.kind === 'lost') {
      // Lost again is the same outage.
      if (!outage) begin({ venue, sinceSeq: seq, sinceMs: timeMs, end: null });
    } else if (outage) {
      lasting.delete(venue);
      outage.end = { seq, timeMs };
      work.enter(() => tellBack(deps, outage));
    }
  }

  sequencer.onDurable((steps) => {
    for (const { command, events } of steps) {
      for (const event of events) {
        if (event.kind !== 'venueLinkChanged') continue;
        if (isRead) hear(event, command);
        else early.push(() => hear(event, command));
      }
    }
  });
  for (const { name } of [...sequencer.state.venues.values()]) {
    const outage = await readLastOutage(deps.reads, name);
    if (outage?.end === null) begin(outage);
    // Before this process began somebody may have been told that it was lost.
    else if (outage) work.enter(() => tellBack(deps, outage));
  }
  isRead = true;
  for (const one of early) one();
  await work.settled();
  return { settled: work.settled, close: work.close };
}

interface Work extends ExchangeLinkNotices {
  enter(job: () => Promise<void>): void;
  /** At once if the time has passed. */
  enterAt(timeMs: number, job: () => Promise<void>): void;
}

/**
 * Jobs one after the other, because who is told that the link is back depends on who was told that it was lost. One that
 * fails is tried again.
 */
function createWork(clock: ExchangeLinkDeps['clock'], onError: (error: unknown) => void): Work {
  const waiting = new Set<() => void>();
  let last = Promise.resolve();
  let isClosed = false;

  function enter(job: () => Promise<void>): void {
    if (isClosed) return;
    last = last.then(job).catch((error: unknown) => {
      onError(error);
      enterAt(clock.nowMs() + RETRY_MS, job);
    });
  }

  function enterAt(timeMs: number, job: () => Promise<void>): void {
    if (isClosed) return;
    if (timeMs <= clock.nowMs()) {
      enter(job);
      return;
    }
    const cancel = clock.at(timeMs, () => {
      waiting.delete(cancel);
      enter(job);
    });
    waiting.add(cancel);
  }

  return {
    enter,
    enterAt,
    settled: () => last,
    async close() {
      isClosed = true;
      for (const cancel of waiting) cancel();
      await last;
    },
  };
}

async function tellLost({ sequencer, mailbox, pool }: ExchangeLinkDeps, outage: Outage): Promise<void> {
  // A later start does not tell those who have taken a position since.
  const hasTold = (await readTold(pool, outage)).length > 0;
  if (hasTold || outage.end !== null) return;
  const since = instantText(outage.sinceMs);
  const letters = investorsAt(sequencer.state, outage.venue).map((to) => letterOf(outage, 'lost', to, { since }));
  if (letters.length > 0) await mailbox.writeAll(pool, 'ExchangeLinkLost', letters);
}

async function tellBack({ mailbox, pool }: ExchangeLinkDeps, outage: Outage): Promise<void> {
  const facts = { since: instantText(outage.sinceMs), until: instantText(outage.end?.timeMs ?? 0) };
  const letters = (await readTold(pool, outage)).map((to) => letterOf(outage, 'back', to, facts));
  if (letters.length > 0) await mailbox.writeAll(pool, 'ExchangeLinkBack', letters);
}

/** To the investor, who reads it once, however many of their sub-accounts are concerned. */
function letterOf({ venue, sinceSeq }: Outage, what: 'lost' | 'back', to: string, facts: Letter['facts']): Letter {
  return { to, facts, once: `ExchangeLink ${venue} ${sinceSeq} ${what}` };
}

/** Those with an open position or a live order there. */
function investorsAt({ venues, accounts }: EngineState, venueName: string): string[] {
  const kinds = [...venues].filter(([, { name }]) => name === venueName).map(([kind]) => kind);
  const concerned = new Set<string>();
  for (const { investorId, isDemo, holdings } of accounts.values())
    if (holdings.size > 0 && kinds.includes(isDemo ? 'demo' : 'live')) concerned.add(investorId);
  return [...concerned];
}

/** Those who were told of this outage. */
async function readTold(pool: pg.Pool, { venue, sinceSeq, end }: Outage): Promise<string[]> {
  const found = await pool.query<{ account_id: string }>(
    `select account_id from mailbox_message
     where seq >= $1 and ($2::bigint is null or seq <= $2) and record ->> 'once' = $3`,
    [sinceSeq, end?.seq ?? null, `ExchangeLink ${venue} ${sinceSeq} lost`],
  );
  return found.rows.map((row) => row.account_id);
}

/** From the first loss after the link was last there. */
const LAST_OUTAGE = `
with link as (select seq, time_ms, why from venue_alarm where kind = 'link' and venue = $1),
loss as (
  select min(seq) as seq from link
  where seq > coalesce((
    select max(seq) from link
    where why <> 'lost' and seq < (select max(seq) from link where why = 'lost')
  ), 0) and why = 'lost'
)
select link.seq, link.time_ms, back.seq as back_seq, back.time_ms as back_ms
from loss join link on link.seq = loss.seq
left join lateral (
  select seq, time_ms from link as later where later.seq > loss.seq and later.why <> 'lost' order by seq limit 1
) as back on true`;

async function readLastOutage(reads: pg.Pool, venue: string): Promise<Outage | undefined> {
  const found = await reads.query<Record<'seq' | 'time_ms', bigint> & Record<'back_seq' | 'back_ms', bigint | null>>(
    LAST_OUTAGE,
    [venue],
  );
  const row = found.rows[0];
  if (!row) return undefined;
  const end =
    row.back_seq === null || row.back_ms === null ? null : { seq: Number(row.back_seq), timeMs: Number(row.back_ms) };
  return { venue, sinceSeq: Number(row.seq), sinceMs: Number(row.time_ms), end };
}

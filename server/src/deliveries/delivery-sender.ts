/**
 * Sends the deliveries of one channel: claims what is due, each by one process, and tries again what was not taken while
 * it is news. What was being sent during a crash is sent twice, under the same id.
 */
import type { NoticeChannel } from '@mua/contract/entities/notice-delivery';
import { CATEGORY_OF } from '@mua/contract/entities/notification-settings';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryEnd,
  hastenDelivery,
  type SettledDelivery,
  settleDeliveries,
} from '#deliveries/delivery-store.ts';
import { expiresMs, tellsOfLevel, verdictOf } from '#deliveries/delivery-verdict.ts';
import { noticePath } from '#deliveries/notice-paths.ts';
import { type NoticeLetter, type NoticePort, RetryLater } from '#deliveries/notice-port.ts';
import { plainNotice, testNotice, type WrittenNotice, writtenNotice } from '#deliveries/notice-words.ts';
import { type Batches, createBatches } from '#ground/batches.ts';
import type { Clock } from '#ground/clock.ts';
import { outsideRequests } from '#ground/own-request.ts';
import type { Secrets } from '#ground/secrets.ts';
import type { Grids } from '#orders/order-wire.ts';

const RETRY_MS = 5_000;
const RETRY_CAP_MS = 5 * 60_000;
/** Four hours of tries: a service that is away for longer is repaired by people. */
const MOST_TRIES = 50;

/** Of what a channel sends at once: with fewer under way it looks for more. */
const BUSY_SHARE = 0.8;

/** Noted in one statement. */
const MOST_ENDS = 100;

export interface SenderDeps {
  readonly pool: pg.Pool;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly secrets: Pick<Secrets, 'hash'>;
  readonly grids: Grids;
  readonly log: FastifyBaseLogger;
  /** Told of each end, and of each refusal. */
  readonly onOutcome: (channel: NoticeChannel, outcome: DeliveryOutcome) => void;
}

export type DeliveryOutcome = 'sent' | 'refused' | 'failed' | 'skipped';

export interface DeliverySender {
  /** Looks for what is due, in the background. */
  wake(): void;
  /** Resolves when nothing is being sent. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export function createDeliverySender(deps: SenderDeps, port: NoticePort): DeliverySender {
  const { pool, clock, log, onOutcome } = deps;
  const { channel } = port;
  const running = new Map<bigint, Promise<void>>();
  const ends = endsIn(pool);
  let round: Promise<void> | undefined;
  let onFreed = (): void => {};
  let isWoken = false;
  let isClosed = false;

  async function bringOn(delivery: ClaimedDelivery): Promise<void> {
    const end = await endOf(delivery, port, deps);
    await ends.add({ id: delivery.id, end, atMs: clock.nowMs() });
    const outcome = outcomeOf(end);
    if (outcome) onOutcome(channel, outcome);
  }

  function start(delivery: ClaimedDelivery): void {
    const one = bringOn(delivery)
      // Its lease ends, and it is looked at again.
      .catch((err: unknown) => log.warn({ err, channel }, 'a delivery could not be brought on'))
      .finally(() => {
        running.delete(delivery.id);
        onFreed();
      });
    running.set(delivery.id, one);
  }

  /** Several, because each question has its price; not many, because some recipients hang. */
  function untilSomeAreFree(): Promise<void> {
    return new Promise((resolve) => {
      onFreed = () => {
        if (running.size <= port.atOnce * BUSY_SHARE) resolve();
      };
      onFreed();
    });
  }

  async function sendDue(): Promise<void> {
    for (;;) {
      isWoken = false;
      const most = port.atOnce - running.size;
      const due =
        most > 0 ? await claimDeliveries(pool, { channel, nowMs: clock.nowMs(), most, held: [...running.keys()] }) : [];
      for (const delivery of due) start(delivery);
      if (isClosed) return;
      if (due.length === most) await untilSomeAreFree();
      else if (!isWoken) return;
    }
  }

  function wake(): void {
    isWoken = true;
    if (isClosed) return;
    round ??= outsideRequests(sendDue)
      .catch((err: unknown) => log.warn({ err, channel }, 'deliveries could not be looked for'))
      .finally(() => {
        round = undefined;
        // After its last question, and before this.
        if (isWoken) wake();
      });
  }

  async function settled(): Promise<void> {
    while (round || running.size > 0) await Promise.all([round, ...running.values()]);
  }

  return {
    wake,
    settled,
    async close() {
      isClosed = true;
      // A port that hangs gives up by itself.
      await settled();
    },
  };
}

async function endOf(delivery: ClaimedDelivery, port: NoticePort, deps: SenderDeps): Promise<DeliveryEnd> {
  if (delivery.code !== null && delivery.notice === null) return { state: 'SKIPPED', cause: 'TooLate' };
  const verdict = verdictOf(dueOf(delivery, port), deps.clock.nowMs());
  if (verdict.kind === 'wait') return { state: 'WAITING', dueMs: verdict.untilMs, wasRefused: false };
  if (verdict.kind === 'send') return tried(delivery, port, deps);
  if (verdict.kind === 'giveWay') {
    await hastenDelivery(deps.pool, verdict.to, deps.clock.nowMs());
    return { state: 'WAITING', dueMs: verdict.untilMs, wasRefused: false };
  }
  // What nobody has taken in time has failed; what was not tried in time, as at night, is left out.
  if (verdict.cause === 'TooLate' && delivery.tries > 0) return { state: 'FAILED', cause: 'NotTaken' };
  return { state: 'SKIPPED', cause: verdict.cause };
}

async function tried(delivery: ClaimedDelivery, port: NoticePort, deps: SenderDeps): Promise<DeliveryEnd> {
  try {
    const answer = await port.send(letterOf(delivery, port, deps));
    if (answer === 'sent') return { state: 'SENT' };
    return { state: 'FAILED', cause: answer === 'gone' ? 'NoAddress' : 'LongSilent' };
  } catch (err) {
    const tries = delivery.tries + 1;
    deps.log.warn({ err, channel: port.channel, tries }, 'a notice was not taken by its channel');
    // Whoever tests a channel wants to know.
    if (delivery.code === null || tries >= MOST_TRIES) return { state: 'FAILED', cause: 'NotTaken' };
    const waitMs = Math.min(RETRY_MS * 2 ** delivery.tries, RETRY_CAP_MS);
    const askedMs = err instanceof RetryLater ? err.retryAfterMs : 0;
    return { state: 'WAITING', dueMs: deps.clock.nowMs() + Math.max(waitMs, askedMs), wasRefused: true };
  }
}

/** Many end while one statement notes those before. */
function endsIn(pool: pg.Pool): Batches<SettledDelivery, void> {
  return createBatches({
    most: MOST_ENDS,
    async run(settled) {
      await settleDeliveries(pool, settled);
      return () => {};
    },
  });
}

function dueOf({ code, timeMs, isRead, margin, newer, quietHours }: ClaimedDelivery, port: NoticePort) {
  const isMarginCall = code !== null && CATEGORY_OF[code] === 'MARGIN';
  const isForUnread = isMarginCall || port.showsOnLockScreen;
  return { code, timeMs, isRead, margin, newer, quietHours, isForUnread, isLoud: port.showsOnLockScreen };
}

function letterOf(delivery: ClaimedDelivery, port: NoticePort, { secrets, grids }: SenderDeps): NoticeLetter {
  const { id, investorId, language, code, notice, place, channel, timeMs } = delivery;
  const category = code === null ? null : CATEGORY_OF[code];
  // Of its place rather than its row: rows that a power cut took back are written again.
  const name = place === null ? `test ${id}` : `notice ${place}`;
  return {
    deliveryId: secrets.hash(`${name} ${channel} ${timeMs}`),
    ...{ investorId, language, code, category, timeMs },
    ...textsOf(delivery, port, grids),
    path: pathOf(delivery, port),
    place: place === null || notice === null ? null : { accountId: notice.accountId, mailboxId: place },
    expiresMs: expiresMs(delivery),
    isUrgent: category === 'MARGIN',
    topic: tellsOfLevel(code) ? `margin ${notice?.accountId}` : `${notice?.orderId ?? name}`,
  };
}

function pathOf(delivery: ClaimedDelivery, port: NoticePort): string {
  const { code, notice } = delivery;
  if (code === null || notice === null) return '/account-overview';
  const isHidden = port.showsAddress && isPrivate(delivery, port) && CATEGORY_OF[code] !== 'ALERTS';
  return noticePath(code, isHidden ? null : notice.contractCode);
}

function textsOf(delivery: ClaimedDelivery, port: NoticePort, grids: Grids): WrittenNotice {
  const { notice, language } = delivery;
  if (notice === null) return testNotice(language);
  const grid = notice.contractCode === null ? undefined : grids(notice.contractCode);
  if (!isPrivate(delivery, port)) return writtenNotice(notice, language, grid);
  if (CATEGORY_OF[notice.code] !== 'ALERTS') return plainNotice(notice, language);
  // Everybody knows the market's prices; the note is its writer's.
  return writtenNotice({ ...notice, facts: { ...notice.facts, note: '' } }, language, grid);
}

function isPrivate({ detailsOnLockScreen }: ClaimedDelivery, { showsOnLockScreen }: NoticePort): boolean {
  return showsOnLockScreen && !detailsOnLockScreen;
}

function outcomeOf(end: DeliveryEnd): DeliveryOutcome | undefined {
  switch (end.state) {
    case 'SENT':
      return 'sent';
    case 'FAILED':
      return 'failed';
    case 'SKIPPED':
      return 'skipped';
    case 'WAITING':
      return end.wasRefused ? 'refused' : undefined;
  }
}

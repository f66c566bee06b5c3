/**
 * News that leaves the page (docs/rules/people.md#notices): every notice by the channels that its reader chose, sent by
 * the process that has the jobs, and how each channel is doing.
 */
import type { NoticeChannel } from '@mua/contract/entities/notice-delivery';
import { createDeliverySender, type SenderDeps } from '#deliveries/delivery-sender.ts';
import { sweepDeliveries } from '#deliveries/delivery-store.ts';
import type { NoticePort } from '#deliveries/notice-port.ts';
import type { Clock } from '#ground/clock.ts';
import type { Jobs } from '#ground/jobs.ts';

export interface Deliveries {
  /** The channels by which this installation can send. */
  readonly ports: ReadonlyMap<NoticeChannel, NoticePort>;
  /** Has what is due sent, in the background. */
  wake(): void;
  /** Resolves when nothing is being sent or removed. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Notices are written by another process or statement, of which nobody tells. */
const LOOK_MS = 500;
/** The list of notices tells for so long by which ways each went; then its rows go. */
const KEPT_MS = 30 * 24 * 3_600_000;
const SWEEP_MS = 3_600_000;

export interface DeliveriesDeps extends SenderDeps {
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly ports: readonly NoticePort[];
}

export function createDeliveries(deps: DeliveriesDeps): Deliveries {
  const { pool, clock, log, jobs, ports } = deps;
  const senders = jobs.areHere ? ports.map((port) => createDeliverySender(deps, port)) : [];
  const send = (): void => {
    for (const sender of senders) sender.wake();
  };
  const wake = jobs.hand('work.deliveries', send);
  let sweeping: Promise<void> | undefined;
  const sweep = (): void => {
    if (!jobs.areHere) return;
    const channels = ports.map(({ channel }) => channel);
    sweeping ??= sweepDeliveries(pool, { channels, nowMs: clock.nowMs(), keptMs: KEPT_MS })
      .catch((err: unknown) => log.warn({ err }, 'old deliveries were not removed'))
      .finally(() => {
        sweeping = undefined;
      });
  };
  const settled = async (): Promise<void> => {
    await Promise.all([sweeping, ...senders.map((sender) => sender.settled())]);
  };
  const stops = [clock.every(LOOK_MS, send), clock.every(SWEEP_MS, sweep)];
  // Those that a crash left go first.
  send();
  return {
    ports: new Map(ports.map((port) => [port.channel, port])),
    wake: () => wake(''),
    settled,
    async close() {
      for (const stop of stops) stop();
      // Its channels are those of this one: left behind, it would give up what waits for those of the next.
      await Promise.all([sweeping, ...senders.map((sender) => sender.close())]);
    },
  };
}

/** What becomes of notices on their way out of the page, as an operator's figures. */
import { setTimeout } from 'node:timers/promises';
import { NOTICE_CHANNELS, type NoticeChannel } from '@mua/contract/entities/notice-delivery';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { DeliveryOutcome } from '#deliveries/delivery-sender.ts';

const OUTCOMES: readonly DeliveryOutcome[] = ['sent', 'refused', 'failed', 'skipped'];
const ANSWER_MS = 500;

/** Returns what is told of each outcome. `countDue`: how many are due and not sent yet. */
export function countDeliveries(
  registry: Registry,
  countDue: () => Promise<ReadonlyMap<NoticeChannel, number>>,
): (channel: NoticeChannel, outcome: DeliveryOutcome) => void {
  const counter = new Counter({
    name: 'mua_deliveries_total',
    help: 'Notices that left the page: sent, refused (and tried again), failed, skipped; by channel',
    labelNames: ['channel', 'outcome'],
    registers: [registry],
  });
  new Gauge({
    name: 'mua_deliveries_waiting',
    help: 'Notices that are due and not sent yet, by channel',
    labelNames: ['channel'],
    registers: [registry],
    async collect() {
      // A database that hangs or refuses must not hide the figures that tell of it: what was known before stays.
      const counted = await Promise.race([countDue().catch(() => null), setTimeout(ANSWER_MS, null, { ref: false })]);
      if (counted) for (const channel of NOTICE_CHANNELS) this.set({ channel }, counted.get(channel) ?? 0);
    },
  });
  for (const channel of NOTICE_CHANNELS) for (const outcome of OUTCOMES) counter.inc({ channel, outcome }, 0);
  return (channel, outcome) => counter.inc({ channel, outcome });
}

/** What becomes of notices on their way out of the page, as an operator's figures. */
import { NOTICE_CHANNELS, type NoticeChannel } from '@mua/contract/entities/notice-delivery';
import { Counter, type Registry } from 'prom-client';
import type { DeliveryOutcome } from '#deliveries/delivery-sender.ts';

const OUTCOMES: readonly DeliveryOutcome[] = ['sent', 'refused', 'failed', 'skipped'];

/** Returns what is told of each outcome. */
export function countDeliveries(registry: Registry): (channel: NoticeChannel, outcome: DeliveryOutcome) => void {
  const counter = new Counter({
    name: 'mua_deliveries_total',
    help: 'Notices that left the page: sent, refused (and tried again), failed, skipped; by channel',
    labelNames: ['channel', 'outcome'],
    registers: [registry],
  });
  for (const channel of NOTICE_CHANNELS) for (const outcome of OUTCOMES) counter.inc({ channel, outcome }, 0);
  return (channel, outcome) => counter.inc({ channel, outcome });
}

/** Routes of how notices leave the page (docs/rules/people.md#notices). */
import type { NoticeDeliverySettings } from '@mua/contract/entities/notice-delivery';
import { changeNoticeDelivery, readNoticeDelivery, testNoticeChannel } from '@mua/contract/http/notifications';
import type pg from 'pg';
import { readChannelStatus, writeTest } from '#deliveries/channel-status.ts';
import type { Deliveries } from '#deliveries/deliveries.ts';
import { readDeliveryChoice, writeDeliveryChoice } from '#deliveries/delivery-store.ts';
import type { Clock } from '#ground/clock.ts';
import { accepted, type Bind, ok } from '#http/bind-route.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface DeliveryRoutesDeps {
  readonly pool: pg.Pool;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly deliveries: Deliveries;
}

/** Reads what an investor has chosen, and how their channels are doing. */
export function deliverySettingsOf({
  pool,
  deliveries,
}: Pick<DeliveryRoutesDeps, 'pool' | 'deliveries'>): (investorId: string) => Promise<NoticeDeliverySettings> {
  return async (investorId) => ({
    ...(await readDeliveryChoice(pool, investorId)),
    channels: await readChannelStatus(pool, investorId, deliveries.ports),
  });
}

export function bindDeliveryRoutes(bind: Bind, { pool, clock, deliveries }: DeliveryRoutesDeps): void {
  const settingsOf = deliverySettingsOf({ pool, deliveries });
  bind(readNoticeDelivery, async ({ actor }) => ok(await settingsOf(actor.investorId)));
  bind(changeNoticeDelivery, async ({ actor, body }) => {
    await writeDeliveryChoice(pool, actor.investorId, body);
    return ok(await settingsOf(actor.investorId));
  });
  bind(testNoticeChannel, async ({ actor: { investorId }, body: { channel } }) => {
    const address = await deliveries.ports.get(channel)?.addressOf(investorId);
    if (address == null) throw replyError('BadRequest', { field: 'channel' });
    await writeTest(pool, { investorId, channel }, clock.nowMs());
    deliveries.wake();
    return accepted(await settingsOf(investorId));
  });
}

/** Routes of the browsers that an investor is notified by. */

import type { PushDevices } from '@mua/contract/entities/push-device';
import { addPushDevice, listPushDevices, removePushDevice } from '@mua/contract/http/push';
import type pg from 'pg';
import type { Clock } from '#ground/clock.ts';
import type { Actor } from '#http/actor.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import { requesterOf } from '#identity/sessions/requester.ts';
import { isAtPushService } from '#push/push-services.ts';
import { addSubscription, listDevices, removeSubscription } from '#push/push-subscriptions.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface PushRoutesDeps {
  readonly pool: pg.Pool;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly publicKey: string;
  /** Origins of push services beside the known ones. */
  readonly services: readonly string[];
}

export function bindPushRoutes(bind: Bind, { pool, clock, publicKey, services }: PushRoutesDeps): void {
  const devicesOf = async (actor: Actor): Promise<PushDevices> => ({
    publicKey,
    items: await listDevices(pool, actor),
  });
  bind(listPushDevices, async ({ actor }) => ok(await devicesOf(actor)));
  bind(addPushDevice, async ({ actor, body, request }) => {
    if (!isAtPushService(body.endpoint, services)) throw replyError('BadRequest', { field: 'endpoint' });
    const { device } = requesterOf(request);
    await addSubscription(pool, actor, body, { device, nowMs: clock.nowMs() });
    return ok(await devicesOf(actor));
  });
  bind(removePushDevice, async ({ actor, params }) => {
    await removeSubscription(pool, actor.investorId, params.deviceId);
    return ok(await devicesOf(actor));
  });
}

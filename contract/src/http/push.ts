/** Browsers that an investor lets this installation notify while its pages are closed (record 181). */
import { z } from 'zod';
import { pushDevices } from '#entities/push-device.ts';
import { defineRoute } from '#route.ts';
import { opaqueId } from '#wire.ts';

export const listPushDevices = defineRoute({
  method: 'GET',
  path: '/investor/push',
  access: 'investor',
  purpose: 'Lists the browsers that are notified for an investor, and the key with which one more subscribes.',
  replies: { 200: pushDevices },
  errors: [],
});

/** As browsers give it (`PushSubscription.toJSON()`). */
const pushSubscription = z
  .strictObject({
    endpoint: z.url({ protocol: /^https?$/ }).max(1000),
    keys: z.strictObject({
      /** A point of P-256, uncompressed. */
      p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}=?$/),
      /** Sixteen bytes. */
      auth: z.string().regex(/^[A-Za-z0-9_-]{22}(==)?$/),
    }),
  })
  .meta({ id: 'PushSubscription' });

export const addPushDevice = defineRoute({
  method: 'POST',
  path: '/investor/push',
  access: 'investor',
  purpose:
    'Has this browser notified for the acting investor, and for nobody else any more; BadRequest names an endpoint that is at no push service this installation knows.',
  body: pushSubscription,
  replies: { 200: pushDevices },
  errors: [],
});

export const removePushDevice = defineRoute({
  method: 'DELETE',
  path: '/investor/push/{deviceId}',
  access: 'investor',
  purpose: 'No longer notifies one browser; again is no mistake.',
  params: z.strictObject({ deviceId: opaqueId }),
  replies: { 200: pushDevices },
  errors: [],
});

/** A browser that an investor lets this installation notify while its pages are closed (Web Push, record 181). */
import { z } from 'zod';
import { instant, opaqueId } from '#wire.ts';

/** At most this many of one investor; one more takes the place of that which has been reached longest ago. */
export const PUSH_DEVICES_MAX = 10;

/** Letters of a device's id. */
export const PUSH_DEVICE_ID_LETTERS = 22;

export const pushDevice = z
  .object({
    /** The first letters of the base64url of the SHA-256 of its endpoint: so a browser knows which one it is. */
    deviceId: opaqueId,
    /** In the browser's own words; empty if it says nothing. */
    name: z.string(),
    /** It was added, or confirmed, in the acting session, and ends with it where somebody ends that. */
    isThisSession: z.boolean(),
    addedAt: instant,
    /** When its push service last took something for it. */
    lastSentAt: instant.nullable(),
    /** Since when its push service has taken nothing. */
    failingSince: instant.nullable(),
  })
  .meta({ id: 'PushDevice' });
export type PushDevice = z.infer<typeof pushDevice>;

export const pushDevices = z
  .object({
    /** The VAPID key of the installation, base64url: browsers subscribe with it. */
    publicKey: z.string(),
    items: z.array(pushDevice).max(PUSH_DEVICES_MAX),
  })
  .meta({ id: 'PushDevices' });
export type PushDevices = z.infer<typeof pushDevices>;

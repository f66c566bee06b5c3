/**
 * Zalo's signature of an event: `mac=` and the SHA-256 of app id, raw body, timestamp and the account's secret key. An
 * old one is refused: whoever got hold of one can't use it later. Zalo repeats what was not taken for not quite two hours.
 */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ZALO_SIGNATURE_HEADER } from '@mua/contract/http/zalo-events';
import { z } from 'zod';
import type { Clock } from '#ground/clock.ts';
import type { ZaloConfig } from '#ground/config.ts';
import { type BodySignature, isSameText } from '#http/body-signature.ts';

const FORM = /^mac=[0-9a-f]{64}$/;
/** Where Zalo sends it; otherwise that of the body is signed. */
const TIMESTAMP_HEADER = 'x-zevent-timestamp';
const OLDEST_MS = 2 * 3_600_000;
/** Zalo's clock and ours. */
const AHEAD_MS = 5 * 60_000;

type Keys = Pick<ZaloConfig, 'appId' | 'eventSecret'>;

export function zaloSignatureOf({ appId, eventSecret }: Keys, body: string, timestamp: string): string {
  return `mac=${createHash('sha256').update(`${appId}${body}${timestamp}${eventSecret}`).digest('hex')}`;
}

export function zaloSignature(keys: Keys, wall: Pick<Clock, 'nowMs'>): BodySignature {
  const signatureIn = ({ [ZALO_SIGNATURE_HEADER]: header }: IncomingHttpHeaders): string | undefined =>
    typeof header === 'string' && FORM.test(header) ? header : undefined;
  return {
    isThere: (headers) => signatureIn(headers) !== undefined,
    /** What is no JSON was refused before. */
    isOf(body, headers) {
      const signature = signatureIn(headers);
      const timestamp = timestampOf(body, headers);
      if (signature === undefined || timestamp === undefined) return false;
      const ageMs = wall.nowMs() - Number(timestamp);
      const isFresh = ageMs <= OLDEST_MS && ageMs >= -AHEAD_MS;
      return isSameText(signature, zaloSignatureOf(keys, body, timestamp)) && isFresh;
    },
  };
}

const dated = z.object({ timestamp: z.union([z.string(), z.number()]) });

/** Milliseconds, digit by digit as they were signed. */
function timestampOf(body: string, { [TIMESTAMP_HEADER]: header }: IncomingHttpHeaders): string | undefined {
  const said = typeof header === 'string' ? header : String(dated.safeParse(JSON.parse(body)).data?.timestamp);
  return /^\d{1,15}$/.test(said) ? said : undefined;
}

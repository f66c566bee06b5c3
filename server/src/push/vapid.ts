/**
 * By what push services know this installation (VAPID, RFC 8292). The key follows from the identity key: it is the same
 * in every process and after every restore, and there is nothing more to keep. With another one every browser would have
 * to subscribe anew; a database holds to its identity key (identity/security/key-seal.ts).
 */
import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import type { Config } from '#ground/config.ts';
import type { Secrets } from '#ground/secrets.ts';

export interface Vapid {
  /** Whom a push service may write to: `mailto:` or `https:`. */
  readonly subject: string;
  /** Base64url, as browsers and push services take it. */
  readonly publicKey: string;
  readonly privateKey: string;
}

const CURVE = 'prime256v1';
/** How many points P-256 has: private keys are from 1 to one less. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** Sixteen more than a key has, so that the remainder is as good as even. */
const DRAWN_BYTES = 48;

export function vapidOf(secrets: Secrets, config: Pick<Config, 'publicUrl' | 'mail'>): Vapid {
  const drawn = BigInt(`0x${secrets.derive('mua web push', DRAWN_BYTES).toString('hex')}`);
  const privateKey = Buffer.from(((drawn % (ORDER - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey);
  return {
    subject: subjectOf(config),
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}

/** A demo has perhaps neither, and nobody to write to. */
function subjectOf({ publicUrl, mail }: Pick<Config, 'publicUrl' | 'mail'>): string {
  if (publicUrl?.protocol === 'https:') return publicUrl.origin;
  const address = mail && /<?([^\s<>]+@[^\s<>]+)>?$/.exec(mail.from)?.[1];
  return `mailto:${address ?? 'nobody@mua.invalid'}`;
}

/** A push service takes the same signature for a day at most. */
const SIGNED_FOR_S = 12 * 3_600;
/** In real time, by which push services go. */
const SIGNED_ANEW_MS = 3_600_000;
/** There are few push services; but one of them has a name for each region, and anybody may subscribe at any. */
const SIGNATURES_MAX = 100;

/** Signs for a push service by its origin. Each signature is used for an hour: it costs as much as three messages. */
export function createVapidSigner({ subject, publicKey, privateKey }: Vapid, nowMs = Date.now) {
  const signed = new Map<string, { readonly authorization: string; readonly atMs: number }>();
  return (origin: string): string => {
    const known = signed.get(origin);
    const ageMs = known ? nowMs() - known.atMs : Number.NaN;
    if (known && ageMs >= 0 && ageMs < SIGNED_ANEW_MS) return known.authorization;
    const untilS = Math.floor(nowMs() / 1000) + SIGNED_FOR_S;
    const { Authorization: authorization } = webPush.getVapidHeaders(
      ...([origin, subject, publicKey, privateKey, 'aes128gcm', untilS] as const),
    );
    signed.delete(origin);
    const [oldest] = signed.keys();
    if (signed.size >= SIGNATURES_MAX && oldest !== undefined) signed.delete(oldest);
    signed.set(origin, { authorization, atMs: nowMs() });
    return authorization;
  };
}

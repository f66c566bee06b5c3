/**
 * By what push services know this installation (VAPID, RFC 8292). The key follows from the identity key: it is the same
 * in every process and after every restore, and there is nothing more to keep. With another one every browser would have
 * to subscribe anew; a database holds to its identity key (identity/security/key-seal.ts).
 */
import { createECDH } from 'node:crypto';
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

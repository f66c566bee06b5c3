/** Sends to one browser: encrypted (RFC 8291), signed by the installation's key (RFC 8292), by its service (RFC 8030). */
import type { PushMessage } from '@mua/contract/entities/push-message';
import webPush from 'web-push';
import type { PushSubscription } from '#push/push-subscriptions.ts';
import type { Vapid } from '#push/vapid.ts';

export interface HowUrgent {
  readonly urgency: 'high' | 'normal';
  /** How long the push service keeps it for a browser that is off. */
  readonly ttlSeconds: number;
}

/** `failed` may come right: the push service asks to be called again after `retryMs`, if it says when. */
export type PushOutcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryMs: number | undefined };

export type SendPush = (to: PushSubscription, message: PushMessage, how: HowUrgent) => Promise<PushOutcome>;

const PATIENCE_MS = 10_000;
/** Push services take 4096 bytes with what encryption adds. */
const PAYLOAD_BYTES = 3_000;

export function createPushSender(vapid: Vapid): SendPush {
  return async (to, message, { urgency, ttlSeconds }) => {
    const { endpoint, headers, body } = webPush.generateRequestDetails(to, payloadOf(message), {
      vapidDetails: vapid,
      ...{ urgency, TTL: ttlSeconds, topic: message.topic },
    });
    // fetch works out the length by itself.
    const { 'Content-Length': _, ...sent } = headers;
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: Object.entries(sent).map(([name, value]): [string, string] => [name, String(value)]),
        body: Uint8Array.from(body),
        // A service that is known can't send us to one that is not.
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await response.body?.cancel();
      return outcomeOf(response);
    } catch (error) {
      // Its message may name the endpoint, with which anybody could write to the browser.
      const reason = error instanceof DOMException && error.name === 'TimeoutError' ? 'no answer' : 'no connection';
      return { kind: 'failed', reason, retryMs: undefined };
    }
  };
}

function outcomeOf({ ok, status, headers }: Response): PushOutcome {
  if (ok) return { kind: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  return { kind: 'failed', reason: `the push service answered ${status}`, retryMs: retryAfterMs(headers) };
}

/** In seconds; a date is not read, because services give none. */
function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) * 1000 : undefined;
}

/** Text is cut where it would be too long; titles are short. */
function payloadOf(message: PushMessage): string {
  for (let letters = message.text.length; ; letters = Math.floor(letters * 0.9)) {
    const text = letters < message.text.length ? `${message.text.slice(0, letters)}…` : message.text;
    const payload = JSON.stringify({ ...message, text });
    if (Buffer.byteLength(payload) <= PAYLOAD_BYTES || letters === 0) return payload;
  }
}

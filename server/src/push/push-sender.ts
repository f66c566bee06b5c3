/** Sends to one browser: encrypted (RFC 8291), signed by the installation's key (RFC 8292), by its service (RFC 8030). */
import {
  type IncomingMessage,
  type OutgoingHttpHeaders,
  Agent as PlainAgent,
  request as plainRequest,
} from 'node:http';
import { Agent, request } from 'node:https';
import type { PushMessage } from '@mua/contract/entities/push-message';
import webPush from 'web-push';
import type { PushSubscription } from '#push/push-subscriptions.ts';
import { createVapidSigner, type Vapid } from '#push/vapid.ts';

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

const ANSWER_MS = 10_000;
/** Push services take 4096 bytes with what encryption adds. */
const PAYLOAD_BYTES = 3_000;
/** To one push service at once; they are kept for what comes next. */
const CONNECTIONS = { keepAlive: true, maxSockets: 64, timeout: 4_000 };

export function createPushSender(vapid: Vapid, timeoutMs = ANSWER_MS): SendPush {
  const authorizationFor = createVapidSigner(vapid);
  // A third of the processor time of `fetch`, which counts where thousands are due at once.
  const plain = { request: plainRequest, agent: new PlainAgent(CONNECTIONS) };
  const safe = { request, agent: new Agent(CONNECTIONS) };

  /** A service that is known can't send us to one that is not: redirects are not followed. */
  function post(endpoint: URL, headers: OutgoingHttpHeaders, body: Buffer): Promise<IncomingMessage> {
    const { request: open, agent } = endpoint.protocol === 'http:' ? plain : safe;
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const sent = open(endpoint, { method: 'POST', headers, agent, signal }, (reply) => {
        reply.once('error', reject).once('end', () => resolve(reply));
        reply.resume();
      });
      sent.once('error', (error) => {
        // The service had ended the connection that was kept, before it could know of this message.
        if (sent.reusedSocket && 'code' in error && error.code === 'ECONNRESET') resolve(post(endpoint, headers, body));
        else reject(error);
      });
      sent.end(body);
    });
  }

  return async (to, message, { urgency, ttlSeconds }) => {
    const endpoint = new URL(to.endpoint);
    const { headers, body } = webPush.generateRequestDetails(to, payloadOf(message), {
      headers: { Authorization: authorizationFor(endpoint.origin) },
      ...{ urgency, TTL: ttlSeconds, topic: message.topic },
    });
    try {
      return outcomeOf(await post(endpoint, headers, body));
    } catch (error) {
      // Its message may name the endpoint, with which anybody could write to the browser.
      const reason = error instanceof Error && error.name === 'AbortError' ? 'no answer' : 'no connection';
      return { kind: 'failed', reason, retryMs: undefined };
    }
  };
}

function outcomeOf({ statusCode: status = 0, headers }: IncomingMessage): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  return { kind: 'failed', reason: `the push service answered ${status}`, retryMs: retryAfterMs(headers) };
}

/** In seconds; a date is not read, because services give none. */
function retryAfterMs({ 'retry-after': text }: IncomingMessage['headers']): number | undefined {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) * 1000 : undefined;
}

/** Text is cut where it would be too long; titles are short. */
function payloadOf(message: PushMessage): string {
  for (let letters = message.text.length; ; letters = Math.floor(letters * 0.9)) {
    const text = letters < message.text.length ? `${message.text.slice(0, letters)}…` : message.text;
    const payload = JSON.stringify({ ...message, text });
    if (Buffer.byteLength(payload) <= PAYLOAD_BYTES || letters === 0) return payload;
  }
}

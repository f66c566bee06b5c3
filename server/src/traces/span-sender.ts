/**
 * Sends spans to a collector (OTLP over HTTP, as JSON), some at a time, in the background. What does not fit into its
 * queue, or is not taken, is dropped and counted: no order waits for it, and none fails.
 */
import { type Attributes, type HrTime, SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-base';

export interface SpanCounts {
  readonly sent: number;
  readonly dropped: number;
}

/** Eight spans an order: five hundred orders wait at most. */
const QUEUE_MOST = 4_096;
const TOGETHER_MOST = 512;
const EVERY_MS = 1_000;
const TIMEOUT_MS = 5_000;
/** A stop has better things to wait for. */
const LAST_TIMEOUT_MS = 1_000;

/** `url`: where spans are posted. */
export function createSpanSender(url: string): SpanProcessor & { readonly counts: SpanCounts } {
  const counts = { sent: 0, dropped: 0 };
  let queue: ReadableSpan[] = [];
  let sending: Promise<void> | undefined;
  let isClosed = false;

  async function post(spans: readonly ReadableSpan[], timeoutMs: number): Promise<void> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(requestOf(spans)),
        signal: AbortSignal.timeout(timeoutMs),
      });
      // Not read, it would keep the connection.
      await response.arrayBuffer();
      counts[response.ok ? 'sent' : 'dropped'] += spans.length;
    } catch {
      counts.dropped += spans.length;
    }
  }

  async function sendAll(timeoutMs: number): Promise<void> {
    while (queue.length > 0) {
      const spans = queue.slice(0, TOGETHER_MOST);
      queue = queue.slice(TOGETHER_MOST);
      await post(spans, timeoutMs);
    }
  }

  function send(timeoutMs = TIMEOUT_MS): Promise<void> {
    sending ??= sendAll(timeoutMs).finally(() => {
      sending = undefined;
    });
    return sending;
  }

  const timer = setInterval(() => void send(), EVERY_MS).unref();
  return {
    counts,
    onStart() {},
    onEnd(span) {
      if (isClosed || queue.length >= QUEUE_MOST) counts.dropped += 1;
      else queue.push(span);
    },
    forceFlush: () => send(),
    async shutdown() {
      isClosed = true;
      clearInterval(timer);
      const last = send(LAST_TIMEOUT_MS);
      const impatient = new Promise<void>((resolve) => setTimeout(resolve, LAST_TIMEOUT_MS).unref());
      await Promise.race([last, impatient]);
    },
  };
}

/** Ids are hexadecimal, times nanoseconds as text: the JSON of OTLP, not that of protobuf. */
function requestOf(spans: readonly ReadableSpan[]): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': 'mua' }) },
        scopeSpans: [{ scope: { name: 'mua' }, spans: spans.map(spanOf) }],
      },
    ],
  };
}

function spanOf(span: ReadableSpan): object {
  const { traceId, spanId } = span.spanContext();
  const parentSpanId = span.parentSpanContext?.spanId;
  return {
    traceId,
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name: span.name,
    // The protocol counts from one where the library counts from zero.
    kind: span.kind + 1,
    startTimeUnixNano: nanoseconds(span.startTime),
    endTimeUnixNano: nanoseconds(span.endTime),
    attributes: attributesOf(span.attributes),
    status: span.status.code === SpanStatusCode.ERROR ? { code: SpanStatusCode.ERROR } : {},
  };
}

function nanoseconds([seconds, rest]: HrTime): string {
  return (BigInt(seconds) * 1_000_000_000n + BigInt(rest)).toString();
}

function attributesOf(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: String(value) },
  }));
}

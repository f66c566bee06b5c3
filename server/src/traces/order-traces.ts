/**
 * Traces what becomes of an order, from the door to the answer, and hands the spans to a collector. It is loaded only
 * where a collector is named (record 158): nobody else pays for it.
 *
 * A trace has a root, the request, and a span for each part of the way that it went; they follow each other without a
 * gap. There is no name, no account and no figure of an investor in it: the request's id leads to those who may know.
 */
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { BasicTracerProvider, ParentBasedSampler, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace-base';
import type { FastifyRequest } from 'fastify';
import { systemClock } from '#ground/clock.ts';
import type { Follow, Stop, StopFacts } from '#ground/own-request.ts';
import { fromProxy, type RequestFollower } from '#http/follow-requests.ts';
import { createSpanSender, type SpanCounts } from '#traces/span-sender.ts';

export interface OrderTraces extends RequestFollower {
  readonly counts: SpanCounts;
  /** Hands over what there is, as far as the collector takes it at once. */
  close(): Promise<void>;
}

/** The parts of the way, each from the stop where the one before ends. */
const PARTS = [
  { name: 'receive', until: 'received' },
  { name: 'check', until: 'queued' },
  { name: 'queue', until: 'executing' },
  { name: 'execute', until: 'executed' },
  { name: 'wait for the batch before', until: 'committing' },
  { name: 'commit', until: 'durable' },
  { name: 'answer', until: 'answered' },
] as const satisfies readonly { readonly name: string; readonly until: Stop }[];

/** Where orders are placed, changed and cancelled. */
const ORDER_ROUTES = '/api/order/';

/**
 * @param options.endpoint the collector's address; spans go to its `/v1/traces`
 * @param options.ratio of the requests that are traced, from 0 to 1; what a trusted caller has decided goes before
 * @param options.hasProxy a proxy on this machine is trusted, and may hand on a `traceparent`
 */
export function openOrderTraces(options: {
  readonly endpoint: string;
  readonly ratio: number;
  readonly hasProxy: boolean;
}): OrderTraces {
  const { endpoint, ratio, hasProxy } = options;
  const sender = createSpanSender(`${endpoint.replace(/\/$/, '')}/v1/traces`);
  const provider = new BasicTracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [sender],
  });
  const tracer = provider.getTracer('mua');
  return {
    counts: sender.counts,
    begin(request) {
      const route = request.routeOptions.url ?? '';
      if (request.method !== 'POST' || !route.startsWith(ORDER_ROUTES)) return undefined;
      const startTime = systemClock().nowMs();
      const attributes = { 'http.request.method': 'POST', 'http.route': route, 'mua.request_id': request.id };
      const context = hasProxy ? callersContext(request) : ROOT_CONTEXT;
      const root = tracer.startSpan(`POST ${route}`, { kind: SpanKind.SERVER, startTime, attributes }, context);
      if (!root.isRecording()) return undefined;
      return followTo(root, startTime, (name, fromMs, untilMs) =>
        tracer.startSpan(name, { startTime: fromMs }, trace.setSpan(ROOT_CONTEXT, root)).end(untilMs),
      );
    },
    close: () => provider.shutdown(),
  };
}

/** Notes when each stop is reached for the first time; the spans are made when it is answered. */
function followTo(
  root: Span,
  beganMs: number,
  addPart: (name: string, fromMs: number, untilMs: number) => void,
): Follow {
  const began = performance.now();
  const reached = new Map<Stop, number>();

  function end(facts: StopFacts): void {
    let fromMs = beganMs;
    for (const { name, until } of PARTS) {
      const untilMs = reached.get(until);
      // A refusal leaves out what comes after it, but for its answer.
      if (untilMs === undefined) continue;
      addPart(name, fromMs, untilMs);
      fromMs = untilMs;
    }
    const { status, code, seq } = facts;
    if (status !== undefined) root.setAttribute('http.response.status_code', status);
    if (code !== undefined) root.setAttribute('mua.code', code);
    if (seq !== undefined) root.setAttribute('mua.seq', seq);
    if (Number(status) >= 500) root.setStatus({ code: SpanStatusCode.ERROR });
    root.end(fromMs);
  }

  return (stop, facts = {}) => {
    if (!reached.has(stop)) reached.set(stop, beganMs + performance.now() - began);
    if (stop === 'answered') end(facts);
  };
}

/** W3C Trace Context, version 00. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

function callersContext({ raw }: FastifyRequest): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(fromProxy(raw, 'traceparent') ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** A collector is told the way of an order; one that is not there disturbs nobody. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { HAS_BUS_BETWEEN } from '#test/fixtures/bus-between.ts';
import { limitOrder } from '#test/fixtures/order-harness.ts';
import { AN_1, signedIn, startPlatform } from '#test/fixtures/platform.ts';
import { type OrderTraces, openOrderTraces } from '#traces/order-traces.ts';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: string };
}

interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
}

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Keeps what it is told, as a collector would. */
async function collector(): Promise<{ endpoint: string; spans: ReceivedSpan[]; paths: string[] }> {
  const spans: ReceivedSpan[] = [];
  const paths: string[] = [];
  const endpoint = await listen(
    createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        paths.push(String(request.url));
        for (const { scopeSpans } of JSON.parse(body).resourceSpans)
          for (const scope of scopeSpans) spans.push(...scope.spans);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    }),
  );
  return { endpoint, spans, paths };
}

async function tracing(endpoint: string, { ratio = 1, hasProxy = false } = {}) {
  const traces: OrderTraces = openOrderTraces({ endpoint, ratio, hasProxy });
  const platform = await startPlatform({ traces });
  open.push(platform);
  const an = await signedIn(platform, 'an@mua.demo');
  return { traces, platform, an };
}

const WAY = ['receive', 'check', 'queue', 'execute', 'wait for the batch before', 'commit', 'answer'];

/** An engine in another process does not tell of its part. */
const oneProcess = test.skipIf(HAS_BUS_BETWEEN);

oneProcess('a placed order is one trace: its request, and seven spans that follow each other', async () => {
  const { endpoint, spans, paths } = await collector();
  const { traces, an } = await tracing(endpoint);
  const response = await an.post(`/api/order/${AN_1}/place`, limitOrder());
  expect(response.statusCode).toBe(201);
  await traces.close();

  expect(paths).toEqual(['/v1/traces']);
  const root = spans.find((span) => span.parentSpanId === undefined);
  const parts = spans.filter((span) => span !== root);
  expect(root).toMatchObject({ name: 'POST /api/order/:accountId/place', kind: 2 });
  expect(parts.map((span) => span.name)).toEqual(WAY);
  for (const part of parts) {
    expect(part).toMatchObject({ traceId: root?.traceId, parentSpanId: root?.spanId, kind: 1 });
    expect(BigInt(part.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(part.startTimeUnixNano));
  }
  expect(parts.map((span) => span.startTimeUnixNano)).toEqual([
    root?.startTimeUnixNano,
    ...parts.slice(0, -1).map((span) => span.endTimeUnixNano),
  ]);
  expect(parts.at(-1)?.endTimeUnixNano).toBe(root?.endTimeUnixNano);
  const facts = Object.fromEntries(root?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? []);
  expect(facts).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/order/:accountId/place',
    'http.response.status_code': '201',
    'mua.request_id': response.headers['x-request-id'],
    'mua.seq': String(response.json().seq),
  });
  expect(JSON.stringify(spans)).not.toContain(AN_1);
});

oneProcess('a refusal by the engine goes the whole way, one at the door only to it', async () => {
  const { endpoint, spans } = await collector();
  const { traces, an } = await tracing(endpoint);
  await an.post(`/api/order/${AN_1}/place`, limitOrder({ quantity: 100_000 }));
  await an.post(`/api/order/${AN_1}/place`, { side: 'BUY' });
  await traces.close();
  const [first, second] = spans.filter((span) => span.parentSpanId === undefined);
  const partsOf = (traceId = '') =>
    spans.filter((span) => span.traceId === traceId && span.parentSpanId !== undefined).map((span) => span.name);
  expect(partsOf(first?.traceId)).toEqual(WAY);
  expect(partsOf(second?.traceId)).toEqual(['receive', 'answer']);
  expect(second?.attributes).toContainEqual({ key: 'mua.code', value: { stringValue: 'BadRequest' } });
});

test('a trace goes on from a proxy that is trusted, and from nobody else', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const spanId = 'b7ad6b7169203331';
  const rootOf = async (hasProxy: boolean, flags: string) => {
    const { endpoint, spans } = await collector();
    const { traces, an } = await tracing(endpoint, { hasProxy });
    const headers = { traceparent: `00-${traceId}-${spanId}-${flags}` };
    await an.send({ method: 'POST', url: `/api/order/${AN_1}/place`, payload: limitOrder(), headers });
    await traces.close();
    return spans.find((span) => span.name.startsWith('POST'));
  };
  expect(await rootOf(true, '01')).toMatchObject({ traceId, parentSpanId: spanId });
  // The caller has decided that it is not kept.
  expect(await rootOf(true, '00')).toBeUndefined();
  const own = await rootOf(false, '01');
  expect(own?.traceId).not.toBe(traceId);
  expect(own?.parentSpanId).toBeUndefined();
});

test('none is kept at a ratio of zero', async () => {
  const { endpoint, spans } = await collector();
  const { traces, an } = await tracing(endpoint, { ratio: 0 });
  expect((await an.post(`/api/order/${AN_1}/place`, limitOrder())).statusCode).toBe(201);
  await traces.close();
  expect(spans).toEqual([]);
});

oneProcess.each([
  { collector: 'that is not there', server: undefined },
  { collector: 'that refuses', server: () => createServer((_request, response) => response.writeHead(503).end()) },
  { collector: 'that hangs', server: () => createServer(() => {}) },
])('orders go on with a collector $collector, and what it misses is counted', async ({ server }) => {
  const endpoint = server ? await listen(server()) : 'http://127.0.0.1:9';
  const { traces, platform, an } = await tracing(endpoint);
  expect((await an.post(`/api/order/${AN_1}/place`, limitOrder())).statusCode).toBe(201);
  const closing = traces.close();
  expect((await an.post(`/api/order/${AN_1}/place`, limitOrder())).statusCode).toBe(201);
  await closing;
  await vi.waitFor(async () => {
    const { body } = await platform.app.inject({ url: '/metrics' });
    expect(body).toContain('mua_trace_spans_total{outcome="dropped"} 16');
    expect(body).toContain('mua_trace_spans_total{outcome="sent"} 0');
  });
});

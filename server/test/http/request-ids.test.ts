/** The request's id: who gives it, and that it is found wherever the request has left something. */
import { type AddressInfo, createServer } from 'node:net';
import type { LightMyRequestResponse } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HAS_BUS_BETWEEN } from '#test/fixtures/bus-between.ts';
import { listening } from '#test/fixtures/log-lines.ts';
import { limitOrder } from '#test/fixtures/order-harness.ts';
import { asked, notify, paymentOf } from '#test/fixtures/payments.ts';
import { AN_1, Browser, signedIn, startPlatform } from '#test/fixtures/platform.ts';

async function opened(env: Record<string, string> = {}) {
  const { log, lines } = listening('debug');
  const platform = await startPlatform({ log }, env);
  onTestFinished(() => platform.close());
  const an = await signedIn(platform, 'an@mua.demo');
  const linesOf = (requestId: unknown) => lines().filter((line) => line.requestId === requestId);
  return { platform, an, lines, linesOf };
}

/** An engine in another process does not tell of its part. */
const oneProcess = test.skipIf(HAS_BUS_BETWEEN);

oneProcess('an order is followed from the door to what the exchange says of it', async () => {
  const { platform, an, linesOf } = await opened();
  const [first, second] = await Promise.all([
    an.post(`/api/order/${AN_1}/place`, limitOrder()),
    an.post(`/api/order/${AN_1}/place`, limitOrder()),
  ]);
  await platform.sequencer.settled();
  for (const response of [first, second]) {
    expect(response.statusCode).toBe(201);
    const { order, seq } = response.json();
    const found = linesOf(response.headers['x-request-id']);
    expect(found.map((line) => line.msg).sort()).toEqual([
      'a request has come',
      'it is answered',
      'it is on disk',
      'the engine has decided',
      'the exchange has answered',
      'the exchange is asked',
    ]);
    const line = (msg: string) => found.find((one) => one.msg === msg);
    expect(line('a request has come')).toMatchObject({ route: '/api/order/:accountId/place' });
    expect(line('the engine has decided')).toMatchObject({ command: 'placeOrder', seq });
    expect(line('it is on disk')).toMatchObject({ seq });
    expect(line('the exchange is asked')).toMatchObject({ orderId: order.orderId });
    expect(line('the exchange has answered')).toMatchObject({ orderId: order.orderId, report: 'accepted' });
    expect(line('it is answered')).toMatchObject({ status: 201, seq });
  }
});

test('a refusal has one id in its header, its body, its audit row and its lines', async () => {
  const { platform, an, linesOf } = await opened();
  const response = await an.post(`/api/order/${AN_1}/place`, limitOrder({ quantity: 100_000 }));
  const { code, requestId } = response.json();
  expect(response.headers['x-request-id']).toBe(requestId);
  expect(linesOf(requestId).find((line) => line.msg === 'it is answered')).toMatchObject({
    status: response.statusCode,
    code,
  });
  // Orders are audited soon after their answer, by the clock on the wall.
  platform.wall.advanceBy(50);
  await vi.waitFor(async () => {
    const audited = await platform.database.pool.query('select 1 from audit_row where request_id = $1', [requestId]);
    expect(audited.rowCount).toBe(1);
  });
});

test('an id is taken from a proxy that is trusted, and only if it is well formed', async () => {
  const { platform } = await opened({ PUBLIC_URL: 'https://mua.example' });
  const idOf = async (given: string, remoteAddress = '127.0.0.1') => {
    const headers = { host: 'mua.example', 'x-request-id': given };
    const response = await platform.app.inject({ url: '/health/live', headers, remoteAddress });
    return response.headers['x-request-id'];
  };
  expect(await idOf('b6f1c0de-0001')).toBe('b6f1c0de-0001');
  for (const bad of ['short', 'a'.repeat(65), 'with a blank', '<script>alert(1)', '{"a":1}'])
    expect(await idOf(bad)).not.toBe(bad);
  expect(await idOf('b6f1c0de-0002', '203.0.113.9')).not.toBe('b6f1c0de-0002');

  const alone = await opened();
  const headers = { 'x-request-id': 'b6f1c0de-0003' };
  const response = await alone.platform.app.inject({ url: '/health/live', headers });
  expect(response.headers['x-request-id']).not.toBe('b6f1c0de-0003');
});

oneProcess('payments that are posted together are each of the request that told of it', async () => {
  const { platform, an, linesOf } = await opened();
  const deposits = [await asked(an, AN_1), await asked(an, AN_1, '60000000')];
  const told = await Promise.all(deposits.map((deposit) => notify(platform, paymentOf(platform, deposit))));
  const seqs = told.map((response) => {
    expect(response.json().status).toBe('CREDITED');
    const ends = linesOf(response.headers['x-request-id']).filter((line) => line.msg === 'it is on disk');
    expect(ends).toHaveLength(1);
    return ends[0]?.seq;
  });
  expect(new Set(seqs).size).toBe(2);
});

test('a message that is not taken says by whose request it was written', async () => {
  const gateway = createServer((socket) => socket.end('554 no room\r\n'));
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void gateway.close());
  const { port } = gateway.address() as AddressInfo;
  const { platform, lines } = await opened({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'mua@mua.example',
  });
  const answers: LightMyRequestResponse[] = [];
  for (const email of ['an@mua.demo', 'binh@mua.demo'])
    answers.push(
      await new Browser(platform).post('/api/investor/security/forgot-password', { channel: 'email', email }),
    );
  expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201]);
  await vi.waitFor(() => {
    const refused = lines().filter((line) => line.msg.startsWith('a message was not taken'));
    expect(new Set(refused.map((line) => line.requestId))).toEqual(
      new Set(answers.map((answer) => answer.headers['x-request-id'])),
    );
  });
});

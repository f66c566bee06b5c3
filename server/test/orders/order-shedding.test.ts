/** Checks what an order's sender is told while more comes than can be done, and when their time was over. */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { HAS_BUS_BETWEEN } from '#test/fixtures/bus-between.ts';
import { ownerPool } from '#test/fixtures/database.ts';
import { during, whileHeld } from '#test/fixtures/held-rows.ts';
import { OAuthHarness } from '#test/fixtures/oauth-harness.ts';
import { limitOrder, type OrderHarness, openOrderHarness, type Terms } from '#test/fixtures/order-harness.ts';
import { AN_1, CODE, START_MS } from '#test/fixtures/platform.ts';

let harness: OrderHarness;
beforeAll(async () => {
  harness = await openOrderHarness();
});
afterAll(() => harness.close());
beforeEach(() => {
  harness.platform.wall.advanceBy(10_000);
  harness.platform.crowd.waitMs = 0;
});

/** A gateway takes the engine's clock, which stands still here, to have gone on since its last sign of life. */
const LATE_MS = HAS_BUS_BETWEEN ? 60_000 : 1;

const at = (ms: number): string => new Date(START_MS + ms).toISOString();

async function answer(terms: Terms, path = 'place'): Promise<[number, string | undefined]> {
  const reply = await harness.post(path, terms);
  return [reply.statusCode, reply.json().code];
}

const REFUSED = [503, 'JOURNAL_UNAVAILABLE'];

test('orders that open are refused first, then those that reduce, before anything is done for them', async () => {
  const { crowd, load, sequencer, database } = harness.platform;
  const made = limitOrder();
  await harness.place(made);
  const { seq } = sequencer.state;
  crowd.waitMs = 101;
  const refused = await harness.place(limitOrder());
  expect([refused.statusCode, refused.json().code]).toEqual(REFUSED);
  expect(refused.headers['retry-after']).toMatch(/^[123]$/);
  const contract = { contractCode: CODE, clientOrderId: randomUUID() };
  expect(await answer({ clientOrderId: made.clientOrderId, quantity: 3 }, 'modify')).toEqual(REFUSED);
  expect(await answer(contract, 'reverse')).toEqual(REFUSED);
  // No schema looks at what is refused, and no row is written about it.
  expect(await answer({ ...made, clientOrderId: randomUUID(), quantity: 'many' })).toEqual(REFUSED);
  expect(sequencer.state.seq).toBe(seq);
  const rows = await database.pool.query(`select from audit_row where code = 'JOURNAL_UNAVAILABLE'`);
  expect(rows.rowCount).toBe(0);
  expect(load.shed.get('opening')).toBe(4);

  // What is there already is answered, whatever comes.
  expect(await answer(made)).toEqual([200, undefined]);
  const reducing = () => limitOrder({ side: 'SELL', isReduceOnly: true, quantity: 1 });
  expect((await answer(reducing()))[0]).not.toBe(503);
  crowd.waitMs = 1_001;
  expect(await answer(reducing())).toEqual(REFUSED);
  expect((await answer({ clientOrderId: made.clientOrderId }, 'cancel'))[0]).toBe(200);
  expect((await answer({}, 'cancel-all'))[0]).toBe(200);
});

test('an order is executed until the time that it names, and told when that is over', async () => {
  const late = limitOrder({ validUntil: at(-LATE_MS) });
  expect(await answer(late)).toEqual([409, 'OrderTooLate']);
  const { validUntil: _late, ...terms } = late;
  expect(await answer({ ...terms, validUntil: at(60_000) })).toEqual([201, undefined]);
  // The same order with a time that is over is still the same order.
  expect(await answer(late)).toEqual([200, undefined]);
  expect(await answer({ clientOrderId: late.clientOrderId, quantity: 3, validUntil: at(-LATE_MS) }, 'modify')).toEqual([
    409,
    'OrderTooLate',
  ]);
  expect((await answer({ ...limitOrder(), validUntil: 'soon' }))[0]).toBe(400);
});

test('while a commit hangs, nobody is told of an order that it never existed, or was not taken', async () => {
  const { database, load } = harness.platform;
  const terms = limitOrder();
  const codeOf = async ({ clientOrderId }: Terms): Promise<string | undefined> =>
    (await harness.read(`by-client-id/${clientOrderId}`)).code;
  const unknown = limitOrder();
  let again: ReturnType<OrderHarness['place']> | undefined;
  const placed = await during(
    ownerPool(database),
    'lock table journal_batch in exclusive mode',
    () => harness.place(terms),
    async () => {
      expect(await codeOf(terms)).toBe('JOURNAL_UNAVAILABLE');
      expect(await codeOf(unknown)).toBe('OrderNotFound');
      load.advanceBy(2_001);
      for (const asked of [terms, unknown]) expect(await codeOf(asked)).toBe('JOURNAL_UNAVAILABLE');
      expect(await answer(limitOrder())).toEqual(REFUSED);
      again = harness.place(terms);
    },
  );
  expect([placed.statusCode, (await again)?.statusCode]).toEqual([201, 200]);
  expect(await codeOf(terms)).toBeUndefined();
  expect(await codeOf(unknown)).toBe('OrderNotFound');
});

test('an order of a client that has gone is not executed', async () => {
  const programs = await OAuthHarness.open();
  await programs.beginTest();
  const { access } = await programs.tokensFor({ maxLotsPerDay: 9 });
  const { database, load, sequencer } = programs.platform;
  const { seq } = sequencer.state;
  const body = JSON.stringify(limitOrder());
  const { port, hostname } = new URL(programs.address);
  // A program's order takes lots of its grant before it is placed: here it stops until the lock is gone.
  await whileHeld(database.pool, 'lock table oauth_lots in access exclusive mode', async (untilWaiting) => {
    const client = connect({ port: Number(port), host: hostname });
    client.write(
      `POST /api/order/${AN_1}/place HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${access}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await untilWaiting(1);
    client.destroy();
    const connections = () =>
      new Promise<number>((resolve) => programs.platform.app.server.getConnections((_, count) => resolve(count)));
    await vi.waitUntil(async () => (await connections()) === 0);
  });
  await vi.waitUntil(() => load.shed.get('gone') === 1);
  expect(sequencer.state.seq).toBe(seq);
  await programs.close();
});

test('a clock ahead of its machine costs no program its order, and leaves no page’s order valid for longer', async () => {
  const programs = await OAuthHarness.open();
  await programs.beginTest();
  const { access } = await programs.tokensFor();
  const { clock } = programs.platform;
  clock.aheadMs = 3_600_000;
  const until = (timeMs: number) => limitOrder({ validUntil: new Date(timeMs).toISOString() });
  const ofProgram = async (timeMs: number) => (await programs.place(access, until(timeMs))).statusCode;
  const ofPage = async (timeMs: number) =>
    (await programs.an.post(`/api/order/${AN_1}/place`, until(timeMs))).statusCode;
  const machineMs = clock.nowMs() - clock.aheadMs;
  expect([await ofProgram(machineMs + 10_000), await ofProgram(machineMs - LATE_MS)]).toEqual([201, 409]);
  expect([await ofPage(clock.nowMs() + 10_000), await ofPage(clock.nowMs() - LATE_MS)]).toEqual([201, 409]);
  await programs.close();
});

test.each([
  [HAS_BUS_BETWEEN ? 0 : 10_000, 201, undefined],
  [10_000 + LATE_MS, 409, 'OrderTooLate'],
])('an order that names no time and comes to its turn after %i ms: %i', async (passedMs, status, code) => {
  const programs = await OAuthHarness.open();
  await programs.beginTest();
  const { access } = await programs.tokensFor({ maxLotsPerDay: 9 });
  const { database, load } = programs.platform;
  const reply = await during(
    database.pool,
    'lock table oauth_lots in access exclusive mode',
    () =>
      fetch(`${programs.address}/api/order/${AN_1}/place`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
        body: JSON.stringify(limitOrder()),
      }),
    async () => load.advanceBy(passedMs),
  );
  expect([reply.status, ((await reply.json()) as { code?: string }).code]).toEqual([status, code]);
  await programs.close();
});

/** Checks the door of an overload over real connections, where bodies come in pieces. */
import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { guardCrowd, type UncheckedRequest } from '#http/crowd-door.ts';
import { JournalBusyError } from '#refusals/journal-busy.ts';

let app: FastifyInstance;
let port = 0;
let isCrowded = true;
const asked: UncheckedRequest[] = [];
const done: unknown[] = [];

beforeEach(async () => {
  isCrowded = true;
  asked.length = 0;
  done.length = 0;
  app = Fastify();
  guardCrowd(app, { headers: { 'x-own': 'yes' }, idOf: () => 'the-id' });
  const admission = {
    isCrowded: () => isCrowded,
    refusal(request: UncheckedRequest) {
      asked.push(request);
      return (request.body as { isUrgent?: boolean } | null)?.isUrgent
        ? undefined
        : new JournalBusyError('crowded', 'TOO_MUCH');
    },
  };
  app.post('/order/:account', { config: { admission } }, (request) => {
    done.push(request.body);
    return { done: true };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
});
afterEach(() => app.close());

/** Sends the pieces, each when the server has read the one before, and returns the whole answer. */
function send(...pieces: readonly string[]): Promise<string> {
  const left = [...pieces];
  let read = 0;
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let reply = '';
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      reply += chunk;
    });
    socket.on('close', () => resolve(reply));
    app.server.once('connection', (own) => {
      own.on('data', () => {
        read += 1;
        const next = left.shift();
        if (next === undefined) return;
        if (read <= pieces.length) socket.write(next);
      });
    });
    socket.write(left.shift() ?? '');
  });
}

const head = (body: string): string =>
  `POST /order/7 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n` +
  `content-length: ${Buffer.byteLength(body)}\r\n\r\n`;

test('who is not let in is told with code, id, headers and when to come again, and nothing is done', async () => {
  const body = '{"lots":1}';
  const reply = await send(head(body) + body);
  expect(reply).toMatch(/^HTTP\/1.1 503 /);
  expect(reply).toMatch(/^retry-after: [123]\r$/m);
  expect(reply).toMatch(/^x-own: yes\r$/m);
  expect(reply).toMatch(/^x-request-id: the-id\r$/m);
  expect(JSON.parse(reply.slice(reply.indexOf('\r\n\r\n')))).toEqual({
    ...{ code: 'JOURNAL_UNAVAILABLE', facts: { why: 'TOO_MUCH' }, requestId: 'the-id' },
  });
  expect(asked).toEqual([{ params: { account: '7' }, body: { lots: 1 } }]);
  expect(done).toEqual([]);
});

test('what is urgent is let in with its body', async () => {
  const body = '{"isUrgent":true,"note":"ngô"}';
  expect(await send(head(body) + body)).toMatch(/^HTTP\/1.1 200 /);
  expect(done).toEqual([{ isUrgent: true, note: 'ngô' }]);
});

test('a body that follows its head is waited for', async () => {
  const body = '{"lots":2}';
  expect(await send(head(body), body)).toMatch(/^HTTP\/1.1 503 /);
  expect(asked).toHaveLength(1);
});

test('a body that comes in pieces, is no JSON, or is empty, is left to those behind the door', async () => {
  const body = '{"lots":2}';
  expect(await send(head(body) + body.slice(0, 4), body.slice(4))).toMatch(/^HTTP\/1.1 200 /);
  expect(await send(`${head('{"lots"')}{"lots"`)).toMatch(/^HTTP\/1.1 400 /);
  expect(await send(head(''))).toMatch(/^HTTP\/1.1 400 /);
  expect(done).toEqual([{ lots: 2 }]);
  expect(asked).toEqual([]);
});

test('while nobody was refused, nothing is looked at', async () => {
  isCrowded = false;
  const body = '{"lots":3}';
  expect(await send(head(body) + body)).toMatch(/^HTTP\/1.1 200 /);
  expect(asked).toEqual([]);
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/database.ts';
import { inTransaction } from '#db/transaction.ts';
import { type ManualClock, manualClock } from '#ground/clock.ts';
import { createJobs } from '#ground/jobs.ts';
import { createSecrets } from '#ground/secrets.ts';
import { messagePortsOf } from '#messages/message-port.ts';
import { createMessages, type Messages, type NewMessage } from '#messages/messages.ts';
import { freshDatabaseUrl } from '#test/fixtures/database.ts';
import { START_MS } from '#test/fixtures/platform.ts';

const secrets = createSecrets('an identity key of the stage, and no other');
const lines: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });

let database: Database;
let clock: ManualClock;
const open: { close(): unknown }[] = [];

beforeAll(async () => {
  database = await openDatabase(await freshDatabaseUrl(), (error) => {
    throw error;
  });
});
afterAll(() => database.close());
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
  await database.pool.query('truncate outgoing_message');
});

function post(config: Parameters<typeof messagePortsOf>[0], sends = true): Messages {
  const messages = createMessages({
    ...{ pool: database.pool, clock, secrets, ports: messagePortsOf(config), log },
    jobs: createJobs(sends, undefined),
  });
  open.push(messages);
  return messages;
}

/** Runs a mail server that keeps what it receives; `refuse` makes it reject. */
async function mailServer(): Promise<{ url: string; mails: Email[]; refuse: (isRefusing: boolean) => void }> {
  const mails: Email[] = [];
  let isRefusing = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(isRefusing ? new Error(`no room for ${address}`) : null),
    async onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      mails.push(await PostalMime.parse(Buffer.concat(chunks)));
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  open.push({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) });
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails, refuse: (refusing) => (isRefusing = refusing) };
}

/** Runs a gateway that answers as the test sets and records what it was sent. */
async function smsGateway(): Promise<{
  url: string;
  calls: { secret: unknown; body: unknown }[];
  answer: (status: number) => void;
}> {
  const calls: { secret: unknown; body: unknown }[] = [];
  let status = 200;
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    calls.push({ secret: request.headers['x-webhook-secret'], body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.writeHead(status).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => new Promise((resolve) => server.close(resolve)) });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/sms`, calls, answer: (next) => (status = next) };
}

function code(channel: 'email' | 'phone', to: string): NewMessage {
  const facts = { code: '042137', minutes: '5' };
  return { channel, to, language: 'vi', template: 'codeToResetPassword', facts, expiresMs: clock.nowMs() + 300_000 };
}

async function waiting(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>('select count(*)::integer from outgoing_message');
  return rows[0]?.count ?? -1;
}

describe('mail and SMS', () => {
  test('go out by SMTP and by the webhook, and are then deleted from the database', async () => {
    clock = manualClock(START_MS);
    const [mail, sms] = [await mailServer(), await smsGateway()];
    const messages = post({
      mail: { smtpUrl: mail.url, from: 'Mùa <no-reply@mua.example>' },
      sms: { webhookUrl: sms.url, secret: 'between us' },
    });
    await inTransaction(database.pool, async (client) => {
      await messages.write(client, code('email', 'an@mua.demo'));
      await messages.write(client, code('phone', '0901000001'));
    });
    messages.wake();
    await messages.settled();
    expect(mail.mails).toHaveLength(1);
    const [letter] = mail.mails;
    expect(letter).toMatchObject({
      subject: 'Mã OTP đặt lại mật khẩu Mùa',
      from: { name: 'Mùa', address: 'no-reply@mua.example' },
      to: [{ address: 'an@mua.demo' }],
      messageId: expect.stringMatching(/^<[\w-]{22}@mua\.example>$/),
    });
    expect(letter?.text).toContain('Mã OTP để đặt lại mật khẩu của bạn: 042137');
    expect(sms.calls).toEqual([
      {
        secret: 'between us',
        body: {
          messageId: expect.stringMatching(/^[\w-]{22}$/),
          to: '0901000001',
          text: 'Mùa: 042137 là mã OTP đặt lại mật khẩu, hết hạn sau 5 phút. Không chia sẻ mã với bất kỳ ai.',
        },
      },
    ]);
    expect(await waiting()).toBe(0);
    expect(await messages.newest()).toEqual([]);
  });

  test('that are rejected are tried again, later each time, under the same id', async () => {
    clock = manualClock(START_MS);
    const [mail, sms] = [await mailServer(), await smsGateway()];
    mail.refuse(true);
    sms.answer(503);
    const messages = post({
      mail: { smtpUrl: mail.url, from: 'a@mua.example' },
      sms: { webhookUrl: sms.url, secret: undefined },
    });
    await messages.write(database.pool, code('email', 'an@mua.demo'));
    await messages.write(database.pool, code('phone', '0901000001'));
    messages.wake();
    await messages.settled();
    expect([mail.mails.length, sms.calls.length, await waiting()]).toEqual([0, 1, 2]);
    expect(lines.join()).toMatch(/answered EENVELOPE 550/);
    for (const personal of ['an@mua.demo', '0901000001', '042137']) expect(lines.join()).not.toContain(personal);
    clock.advanceTo(START_MS + 5_000);
    await messages.settled();
    expect(sms.calls).toHaveLength(2);
    clock.advanceTo(START_MS + 10_000);
    await messages.settled();
    expect(sms.calls).toHaveLength(2);
    mail.refuse(false);
    sms.answer(200);
    clock.advanceTo(START_MS + 15_000);
    await messages.settled();
    expect([mail.mails.length, sms.calls.length, await waiting()]).toEqual([1, 3, 0]);
    expect(new Set(sms.calls.map(({ body }) => (body as { messageId: string }).messageId)).size).toBe(1);
  });

  test('that a crash left behind go out at the next start', async () => {
    clock = manualClock(START_MS);
    const sms = await smsGateway();
    // A process wrote and committed them, and got no further.
    const before = createMessages({
      ...{ pool: database.pool, clock, secrets, log, jobs: createJobs(true, undefined) },
      ports: { phone: { send: () => Promise.reject(new Error('gone')), close: () => {} } },
    });
    // The first round has found nothing, and no other round begins.
    await before.settled();
    await before.write(database.pool, code('phone', '0901000001'));
    await before.close();
    const after = post({ mail: undefined, sms: { webhookUrl: sms.url, secret: undefined } });
    await after.settled();
    expect(sms.calls).toHaveLength(1);
    expect(await waiting()).toBe(0);
  });

  test('are not written when what caused them was not', async () => {
    clock = manualClock(START_MS);
    const sms = await smsGateway();
    const messages = post({ mail: undefined, sms: { webhookUrl: sms.url, secret: undefined } });
    const failing = inTransaction(database.pool, async (client) => {
      await messages.write(client, code('phone', '0901000001'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    messages.wake();
    await messages.settled();
    expect(sms.calls).toEqual([]);
  });

  test('with an expired code are no longer sent', async () => {
    clock = manualClock(START_MS);
    const sms = await smsGateway();
    sms.answer(500);
    const messages = post({ mail: undefined, sms: { webhookUrl: sms.url, secret: undefined } });
    await messages.write(database.pool, code('phone', '0901000001'));
    messages.wake();
    await messages.settled();
    clock.advanceTo(START_MS + 300_000);
    await messages.settled();
    expect(await waiting()).toBe(0);
    expect(sms.calls.length).toBe(1);
  });
});

/** `aheadMs` is how far the product's time has come to be ahead of the time of day. */
const clockAt = (timeOfDay: number, aheadMs = 0): ManualClock => ({ ...manualClock(timeOfDay + aheadMs), aheadMs });

test.each([
  ['a quarter of a second ahead of its sender', clockAt(START_MS + 250), clockAt(START_MS)],
  ['right, and its sender six minutes ahead', clockAt(START_MS), clockAt(START_MS, 360_000)],
  ['six minutes ahead, and its sender right', clockAt(START_MS, 360_000), clockAt(START_MS)],
])('a code is sent at once where the clock of who writes it is %s', async (_what, writing, sending) => {
  const sms = await smsGateway();
  const config = { mail: undefined, sms: { webhookUrl: sms.url, secret: undefined } };
  clock = sending;
  const sender = post(config);
  clock = writing;
  await post(config, false).write(database.pool, code('phone', '0901000001'));
  sender.wake();
  await sender.settled();
  expect(sms.calls).toHaveLength(1);
});

describe('the outbox', () => {
  test('keeps the newest hundred of a demo', async () => {
    clock = manualClock(START_MS);
    const messages = post({ mail: undefined, sms: undefined });
    for (let count = 0; count < 105; count += 1) await messages.write(database.pool, code('phone', `09010${count}`));
    const newest = await messages.newest();
    expect(newest).toHaveLength(100);
    expect([newest[0]?.to, newest.at(-1)?.to]).toEqual(['09010104', '090105']);
    expect(await waiting()).toBe(100);
  });
});

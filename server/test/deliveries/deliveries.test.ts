/** Deliveries of notices: each once, while it is news, by night only what may wake somebody, and until somebody has seen it. */
import type { NoticeCode } from '@mua/contract/entities/mailbox-message';
import type { NoticeChannel } from '@mua/contract/entities/notice-delivery';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#db/database.ts';
import { inTransaction } from '#db/transaction.ts';
import { writeTest } from '#deliveries/channel-status.ts';
import { createDeliveries, type Deliveries } from '#deliveries/deliveries.ts';
import { writeDeliveryChoice } from '#deliveries/delivery-store.ts';
import { type NoticeLetter, type NoticePort, RetryLater } from '#deliveries/notice-port.ts';
import { createJobs } from '#ground/jobs.ts';
import { createSecrets } from '#ground/secrets.ts';
import { seedDemoPeople } from '#identity/demo-people.ts';
import { createInvestorMailbox } from '#notifications/investor-mailbox.ts';
import { createNotificationSettings } from '#notifications/notification-settings.ts';
import { type StageClock, stageClock } from '#test/fixtures/clock.ts';
import { freshDatabaseUrl } from '#test/fixtures/database.ts';
import { AN_1, START_MS } from '#test/fixtures/platform.ts';

const AN = '108C000001';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** 02:00 in Vietnam, after START_MS. */
const NIGHT_MS = Date.parse('2026-11-20T19:00:00.000Z');

const secrets = createSecrets('an identity key of the stage, and no other');
const log = pino({ level: 'silent' });

let database: Database;
let clock: StageClock;
let open: Deliveries[];

beforeAll(async () => {
  database = await openDatabase(await freshDatabaseUrl(), (error) => {
    throw error;
  });
  await seedDemoPeople(database.pool);
  await database.pool.query(
    `insert into trading_account (account_id, investor_id, investor_kind, is_demo, is_activated, cash_vnd, held_vnd,
       required_vnd, working, standing, seq)
     values ($1, $2, 'individual', true, true, 0, 0, 0, '{}', '{}', 1)`,
    [AN_1, AN],
  );
});
afterAll(() => database.close());

beforeEach(() => {
  clock = stageClock(START_MS);
  open = [];
});
afterEach(async () => {
  for (const one of open) await one.close();
  await database.pool.query(
    'delete from notice_delivery; delete from mailbox_message; delete from notification_choice',
  );
  await database.pool.query('delete from notice_delivery_choice');
  await margin('NONE');
});

/** A channel that keeps what it is given and answers as the test says. */
class Channel implements NoticePort {
  readonly channel: NoticeChannel;
  readonly showsOnLockScreen: boolean;
  readonly atOnce = 4;
  readonly letters: NoticeLetter[] = [];
  answer: () => Promise<'sent' | 'gone'> = async () => 'sent';

  constructor(channel: NoticeChannel) {
    this.channel = channel;
    this.showsOnLockScreen = channel !== 'mail';
  }

  addressOf = async (): Promise<string> => 'somewhere';

  send(letter: NoticeLetter): Promise<'sent' | 'gone'> {
    this.letters.push(letter);
    return this.answer();
  }

  get titles(): string[] {
    return this.letters.map(({ title }) => title);
  }
}

function deliver(...ports: NoticePort[]): Deliveries {
  const deliveries = createDeliveries({
    ...{ pool: database.pool, clock, secrets, log, ports },
    jobs: createJobs(true, undefined),
    grids: () => {
      throw new Error('no contract here');
    },
    onOutcome: () => {},
  });
  open.push(deliveries);
  return deliveries;
}

async function passes(ms: number): Promise<void> {
  clock.advanceBy(ms);
  for (const one of open) one.wake();
  for (const one of open) await one.settled();
}

const FACTS = { ratio: '86.5', account: AN_1, missing: '12000000', orders: 2, target: '100' };

async function tell(code: NoticeCode, to = AN_1, facts = {}): Promise<void> {
  const mailbox = createInvestorMailbox({ durableSeq: 7 }, clock);
  await inTransaction(database.pool, (client) => mailbox.write(client, to, code, { ...FACTS, ...facts }));
}

async function margin(rung: string, more: object = {}): Promise<void> {
  const ladder = { rung, deadlineMs: null, isLiquidating: false, ...more };
  await database.pool.query('update trading_account set standing = $1 where account_id = $2', [{ ladder }, AN_1]);
}

async function rows(): Promise<unknown[]> {
  const found = await database.pool.query<Record<'channel' | 'code' | 'state' | 'cause', string>>(
    'select channel, code, state, cause from notice_delivery order by delivery_id',
  );
  return found.rows.map(({ channel, code, state, cause }) => [channel, code, state, cause].filter(Boolean).join(' '));
}

/** While the investor has a browser that may be notified. */
async function withDevice(act: () => Promise<void>): Promise<void> {
  await database.pool.query(
    `insert into push_subscription (device_id, investor_id, session_id, endpoint, p256dh, auth, device, created_ms)
     values ('d', $1, 's', 'https://push.example/d', '', '', 'Chrome', 1)`,
    [AN],
  );
  await act().finally(() => database.pool.query('delete from push_subscription'));
}

/** While the investor has a chat at Telegram, and wants news of margin there or not. */
async function withChat(wantsMargin: boolean, act: () => Promise<void>): Promise<void> {
  await database.pool.query(
    `insert into notice_chat (investor_id, channel, chat_id, name, linked_ms) values ($1, 'telegram', '1', 'An', 1)`,
    [AN],
  );
  await database.pool.query(`insert into notification_choice values ($1, 'MARGIN', 'telegram', $2)`, [AN, wantsMargin]);
  await act().finally(() => database.pool.query('delete from notice_chat'));
}

/** As its notice would have made it, had its reader a device. */
async function pushOf(code: NoticeCode, channel: NoticeChannel = 'push'): Promise<void> {
  await database.pool.query(
    `insert into notice_delivery (investor_id, account_id, seq, ordinal, channel, code, time_ms, due_ms)
     select $1, account_id, seq, ordinal, $3, $2, time_ms, time_ms from mailbox_message
     where record ->> 'code' = $2 order by ordinal desc limit 1`,
    [AN, code, channel],
  );
}

describe('what waits', () => {
  test('is of the channels that the category offers and its reader wants, and of no letter that goes by itself', async () => {
    await tell('ServicePackageEnded', AN_1, { package: 'Pro' });
    await tell('DepositUnmatched', AN, { amount: '5' });
    await tell('OrderFilled');
    expect(await rows()).toEqual(['mail ServicePackageEnded WAITING']);
  });

  test('follows the choice of its reader', async () => {
    const settings = createNotificationSettings(database.pool);
    await settings.change(AN, { category: 'MONEY', mail: false });
    await settings.change(AN, { category: 'ORDERS', mail: true });
    await settings.change(AN, { category: 'EXPIRY', sms: true });
    await tell('ServicePackageEnded', AN_1, { package: 'Pro' });
    await tell('OrderFilled');
    await tell('ExpiryNotice');
    expect(await rows()).toEqual([
      'mail OrderFilled WAITING',
      ...['mail', 'sms'].map((c) => `${c} ExpiryNotice WAITING`),
    ]);
  });

  test('is nothing for a simulated person, or one who is gone', async () => {
    for (const change of ["email = 'x@simulated.invalid'", 'deleted_ms = 1']) {
      const kept = await database.pool.query('select email, deleted_ms from investor where investor_id = $1', [AN]);
      await database.pool.query(`update investor set ${change} where investor_id = $1`, [AN]);
      await tell('Margin100');
      await database.pool.query('update investor set email = $2, deleted_ms = $3 where investor_id = $1', [
        ...[AN, kept.rows[0].email, kept.rows[0].deleted_ms],
      ]);
    }
    expect(await rows()).toEqual([]);
  });
});

describe('sending', () => {
  test('is once, however many send', async () => {
    const mail = new Channel('mail');
    for (const code of ['ServicePackageEnded', 'StatusInactive', 'ExpiryNotice'] as const) await tell(code, AN);
    deliver(mail);
    deliver(mail);
    await passes(1_000);
    expect(mail.letters).toHaveLength(3);
    expect(new Set(mail.letters.map(({ deliveryId }) => deliveryId)).size).toBe(3);
    expect(await rows()).toEqual(
      ['ServicePackageEnded', 'StatusInactive', 'ExpiryNotice'].map((code) => `mail ${code} SENT`),
    );
  });

  test('that a crash cut off is done again, under the same id', async () => {
    const mail = new Channel('mail');
    await tell('StatusInactive', AN);
    // Claimed, and never settled.
    await database.pool.query('update notice_delivery set not_before_ms = $1', [clock.nowMs() + MINUTE_MS]);
    deliver(mail);
    await passes(59_000);
    expect(mail.letters).toEqual([]);
    await passes(1_000);
    expect(mail.letters).toHaveLength(1);
    // A power cut took back what was written last.
    await database.pool.query('delete from notice_delivery');
    await pushOf('StatusInactive', 'mail');
    await passes(MINUTE_MS);
    expect(mail.letters).toHaveLength(2);
    expect(new Set(mail.letters.map(({ deliveryId }) => deliveryId)).size).toBe(1);
  });

  test('is tried again with growing pauses until it is taken', async () => {
    const mail = new Channel('mail');
    mail.answer = () => Promise.reject(new Error('busy'));
    await tell('StatusInactive', AN);
    deliver(mail);
    await passes(0);
    await passes(4_999);
    expect(mail.letters).toHaveLength(1);
    await passes(1);
    await passes(9_999);
    expect(mail.letters).toHaveLength(2);
    mail.answer = async () => 'sent';
    await passes(1);
    expect(mail.letters).toHaveLength(3);
    expect(await rows()).toEqual(['mail StatusInactive SENT']);
  });

  test('waits as long as the receiving service asks', async () => {
    const mail = new Channel('mail');
    mail.answer = () => Promise.reject(new RetryLater('busy', HOUR_MS));
    await tell('StatusInactive', AN);
    deliver(mail);
    await passes(0);
    await passes(HOUR_MS - 1);
    expect(mail.letters).toHaveLength(1);
    await passes(1);
    expect(mail.letters).toHaveLength(2);
  });

  test('ends when it is no news any more, or nobody is there', async () => {
    const [mail, push] = [new Channel('mail'), new Channel('push')];
    mail.answer = () => Promise.reject(new Error('busy'));
    push.answer = async () => 'gone';
    await tell('StatusInactive', AN);
    await pushOf('StatusInactive');
    deliver(mail, push);
    await passes(0);
    await passes(24 * HOUR_MS);
    expect(await rows()).toEqual(['mail StatusInactive FAILED NotTaken', 'push StatusInactive FAILED NoAddress']);
    expect(mail.letters).toHaveLength(1);
  });

  test('of a part fill ends with its notice', async () => {
    const push = new Channel('push');
    await tell('OrderPartiallyFilled');
    await pushOf('OrderPartiallyFilled');
    await database.pool.query('delete from mailbox_message');
    deliver(push);
    await passes(0);
    expect(push.letters).toEqual([]);
  });
});

test('what ended goes after thirty days, and what waits for a channel that is no more has failed', async () => {
  await tell('StatusInactive', AN);
  await pushOf('StatusInactive');
  deliver(new Channel('mail'));
  await passes(HOUR_MS);
  await vi.waitFor(async () =>
    expect(await rows()).toEqual(['mail StatusInactive SENT', 'push StatusInactive FAILED NoAddress']),
  );
  await passes(30 * 24 * HOUR_MS + HOUR_MS);
  await vi.waitFor(async () => expect(await rows()).toEqual([]));
});

describe('in quiet hours', () => {
  const quietHours = { isOn: true, from: '23:00', to: '06:30' };

  test.each([
    ['a margin call', 'Margin100', 1, 'SENT'],
    ['news of security', 'SecurityChanged', 1, 'SENT'],
    ['an expiry, until the morning', 'ExpiryNotice', 0, 'WAITING'],
    ['a fill, which is no news by then', 'OrderFilled', 0, 'SKIPPED TooLate'],
  ] as const)('%s', async (_what, code, sent, state) => {
    const push = new Channel('push');
    await writeDeliveryChoice(database.pool, AN, { quietHours });
    await margin('CALL');
    clock.advanceTo(NIGHT_MS);
    await tell(code);
    await pushOf(code);
    await database.pool.query("delete from notice_delivery where channel <> 'push'");
    deliver(push);
    await passes(0);
    expect(push.letters).toHaveLength(sent);
    expect(await rows()).toEqual([`push ${code} ${state}`]);
    await passes(4.5 * HOUR_MS - 1);
    expect(push.letters).toHaveLength(sent);
    await passes(1);
    expect(push.letters).toHaveLength(code === 'ExpiryNotice' ? 1 : sent);
  });

  test('a mail goes as always', async () => {
    const mail = new Channel('mail');
    await writeDeliveryChoice(database.pool, AN, { quietHours });
    clock.advanceTo(NIGHT_MS);
    await tell('ExpiryNotice');
    deliver(mail);
    await passes(0);
    expect(mail.letters).toHaveLength(1);
  });
});

describe('a margin call', () => {
  let mail: Channel;
  let sms: Channel;
  beforeEach(() => {
    [mail, sms] = [new Channel('mail'), new Channel('sms')];
  });

  test('is mailed at once where nothing else reaches them, and goes by SMS after three minutes', async () => {
    await margin('CALL');
    await tell('Margin100');
    deliver(mail, sms);
    await passes(0);
    expect([mail.letters.length, sms.letters.length]).toEqual([1, 0]);
    await passes(3 * MINUTE_MS - 1);
    expect(sms.letters).toEqual([]);
    // Whoever escalates may have been started anew.
    for (const one of open.splice(0)) await one.close();
    deliver(mail, sms);
    await passes(1);
    expect(sms.titles).toEqual(['Yêu cầu bổ sung ký quỹ']);
    expect(await rows()).toEqual(['mail Margin100 SENT', 'sms Margin100 SENT']);
  });

  test('is pushed at once to whoever has a device, and goes by mail and SMS when nobody has read it', async () => {
    const push = new Channel('push');
    await withDevice(async () => {
      await margin('CALL');
      await tell('Margin100');
      deliver(push, mail, sms);
      await passes(0);
      expect([push, mail, sms].map(({ letters }) => letters.length)).toEqual([1, 0, 0]);
      await passes(3 * MINUTE_MS - 1);
      expect([push, mail, sms].map(({ letters }) => letters.length)).toEqual([1, 0, 0]);
      await passes(1);
      expect([push, mail, sms].map(({ letters }) => letters.length)).toEqual([1, 1, 1]);
    });
  });

  test.each([
    ['wants them there hears there at once, and by mail when nobody has read it', true, 0],
    ['does not want them there gets a mail at once', false, 1],
  ])('whoever has a messenger and %s', async (_what, wantsMargin, mailsAtOnce) => {
    await withChat(wantsMargin, async () => {
      await margin('CALL');
      await tell('Margin100');
      deliver(mail);
      await passes(0);
      expect(mail.letters).toHaveLength(mailsAtOnce);
      await passes(3 * MINUTE_MS);
      expect(mail.letters).toHaveLength(1);
    });
  });

  test('that somebody has read goes no further', async () => {
    await margin('CALL');
    await tell('Margin100');
    await database.pool.query('update mailbox_message set is_read = true');
    deliver(mail, sms);
    await passes(3 * MINUTE_MS);
    expect(sms.letters).toEqual([]);
    expect(await rows()).toEqual(['mail Margin100 SKIPPED Read', 'sms Margin100 SKIPPED Read']);
  });

  test('that was lifted goes no further, unless its countdown runs on', async () => {
    await margin('CALL');
    await tell('Margin40');
    deliver(sms);
    await margin('CALL', { deadlineMs: START_MS + HOUR_MS });
    await passes(3 * MINUTE_MS);
    expect(sms.letters).toHaveLength(1);
    await tell('Margin40');
    await margin('CALL');
    await passes(3 * MINUTE_MS);
    expect(sms.letters).toHaveLength(1);
    expect(await rows()).toContain('sms Margin40 SKIPPED Lifted');
  });

  test('is told anew at each lower level', async () => {
    await margin('CANCEL');
    await tell('Margin100');
    deliver(mail, sms);
    await passes(2 * MINUTE_MS);
    await tell('Margin70');
    await passes(MINUTE_MS);
    expect(sms.letters).toHaveLength(1);
    await passes(2 * MINUTE_MS);
    expect(sms.letters).toHaveLength(2);
    expect(mail.letters).toHaveLength(2);
  });

  test('shows figures on a locked screen only where its reader wants them', async () => {
    await margin('CALL');
    await tell('Margin100');
    deliver(sms, mail);
    await passes(3 * MINUTE_MS);
    expect(sms.letters).toMatchObject([{ text: 'Tài khoản số cuối 01. Mở Mùa để xem chi tiết.' }]);
    expect(mail.letters).toMatchObject([{ title: 'Tỷ lệ ký quỹ 86,5%', text: expect.stringContaining('12.000.000') }]);
    await writeDeliveryChoice(database.pool, AN, { detailsOnLockScreen: true });
    await tell('Margin100');
    await passes(3 * MINUTE_MS);
    expect(sms.letters[1]).toMatchObject({ title: 'Tỷ lệ ký quỹ 86,5%', isUrgent: true });
  });
});

describe('a test', () => {
  test('goes the way of every notice, and fails at once', async () => {
    const mail = new Channel('mail');
    mail.answer = () => Promise.reject(new Error('busy'));
    deliver(mail);
    await writeTest(database.pool, { investorId: AN, channel: 'mail' }, clock.nowMs());
    await passes(1);
    expect(mail.titles).toEqual(['Tin thử từ Mùa']);
    expect(await rows()).toEqual(['mail Test FAILED NotTaken']);
  });

  test('is one of five an hour, also of those that are asked for at once', async () => {
    const ask = () => writeTest(database.pool, { investorId: AN, channel: 'mail' }, clock.nowMs());
    const asked = await Promise.allSettled(Array.from({ length: 7 }, ask));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    clock.advanceBy(HOUR_MS - 1_000);
    await expect(ask()).rejects.toMatchObject({ code: 'TooManyRequests', facts: { seconds: 1 } });
    clock.advanceBy(1_000);
    await ask();
  });
});

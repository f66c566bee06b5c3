/** Deliveries of notices: each once, while it is news, and by night only what may wake somebody. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { writeTest } from '#deliveries/channel-status.ts';
import { writeDeliveryChoice } from '#deliveries/delivery-store.ts';
import { RetryLater } from '#deliveries/notice-port.ts';
import { createNotificationSettings } from '#notifications/notification-settings.ts';
import { AN, Channel, type DeliveryStage, openDeliveryStage } from '#test/fixtures/deliveries.ts';
import { AN_1 } from '#test/fixtures/platform.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** 02:00 in Vietnam, after the stage's start. */
const NIGHT_MS = Date.parse('2026-11-20T19:00:00.000Z');

let stage: DeliveryStage;
beforeAll(async () => {
  stage = await openDeliveryStage();
});
afterAll(() => stage.close());
afterEach(() => stage.clear());

describe('what waits', () => {
  test('is of the channels that the category offers and its reader wants, and of no letter that goes by itself', async () => {
    await stage.tell('ServicePackageEnded', AN_1, { package: 'Pro' });
    await stage.tell('DepositUnmatched', AN, { amount: '5' });
    await stage.tell('OrderFilled');
    expect(await stage.rows()).toEqual(['mail ServicePackageEnded WAITING']);
  });

  test('follows the choice of its reader', async () => {
    const settings = createNotificationSettings(stage.pool);
    await settings.change(AN, { category: 'MONEY', mail: false });
    await settings.change(AN, { category: 'ORDERS', mail: true });
    await settings.change(AN, { category: 'EXPIRY', sms: true });
    await stage.tell('ServicePackageEnded', AN_1, { package: 'Pro' });
    await stage.tell('OrderFilled');
    await stage.tell('ExpiryNotice');
    expect(await stage.rows()).toEqual([
      'mail OrderFilled WAITING',
      ...['mail', 'sms'].map((c) => `${c} ExpiryNotice WAITING`),
    ]);
  });

  test('is nothing for a simulated person, or one who is gone', async () => {
    for (const change of ["email = 'x@simulated.invalid'", 'deleted_ms = 1']) {
      const kept = await stage.pool.query('select email, deleted_ms from investor where investor_id = $1', [AN]);
      await stage.pool.query(`update investor set ${change} where investor_id = $1`, [AN]);
      await stage.tell('Margin100');
      await stage.pool.query('update investor set email = $2, deleted_ms = $3 where investor_id = $1', [
        ...[AN, kept.rows[0].email, kept.rows[0].deleted_ms],
      ]);
    }
    expect(await stage.rows()).toEqual([]);
  });
});

describe('sending', () => {
  test('is once, however many send', async () => {
    const mail = new Channel('mail');
    for (const code of ['ServicePackageEnded', 'StatusInactive', 'ExpiryNotice'] as const) await stage.tell(code, AN);
    stage.deliver(mail);
    stage.deliver(mail);
    await stage.passes(1_000);
    expect(mail.letters).toHaveLength(3);
    expect(new Set(mail.letters.map(({ deliveryId }) => deliveryId)).size).toBe(3);
    expect(await stage.rows()).toEqual(
      ['ServicePackageEnded', 'StatusInactive', 'ExpiryNotice'].map((code) => `mail ${code} SENT`),
    );
  });

  test('that a crash cut off is done again, under the same id', async () => {
    const mail = new Channel('mail');
    await stage.tell('StatusInactive', AN);
    // Claimed, and never settled.
    await stage.pool.query('update notice_delivery set not_before_ms = $1', [stage.clock.nowMs() + MINUTE_MS]);
    stage.deliver(mail);
    await stage.passes(59_000);
    expect(mail.letters).toEqual([]);
    await stage.passes(1_000);
    expect(mail.letters).toHaveLength(1);
    // A power cut took back what was written last.
    await stage.pool.query('delete from notice_delivery');
    await stage.pushOf('StatusInactive', 'mail');
    await stage.passes(MINUTE_MS);
    expect(mail.letters).toHaveLength(2);
    expect(new Set(mail.letters.map(({ deliveryId }) => deliveryId)).size).toBe(1);
  });

  test('is tried again with growing pauses until it is taken', async () => {
    const mail = new Channel('mail');
    mail.answer = () => Promise.reject(new Error('busy'));
    await stage.tell('StatusInactive', AN);
    stage.deliver(mail);
    await stage.passes(0);
    await stage.passes(4_999);
    expect(mail.letters).toHaveLength(1);
    await stage.passes(1);
    await stage.passes(9_999);
    expect(mail.letters).toHaveLength(2);
    mail.answer = async () => 'sent';
    await stage.passes(1);
    expect(mail.letters).toHaveLength(3);
    expect(await stage.rows()).toEqual(['mail StatusInactive SENT']);
  });

  test('waits as long as the receiving service asks', async () => {
    const mail = new Channel('mail');
    mail.answer = () => Promise.reject(new RetryLater('busy', HOUR_MS));
    await stage.tell('StatusInactive', AN);
    stage.deliver(mail);
    await stage.passes(0);
    await stage.passes(HOUR_MS - 1);
    expect(mail.letters).toHaveLength(1);
    await stage.passes(1);
    expect(mail.letters).toHaveLength(2);
  });

  test('ends when it is no news any more, or nobody is there', async () => {
    const [mail, push] = [new Channel('mail'), new Channel('push')];
    mail.answer = () => Promise.reject(new Error('busy'));
    push.answer = async () => 'gone';
    await stage.tell('StatusInactive', AN);
    await stage.pushOf('StatusInactive');
    stage.deliver(mail, push);
    await stage.passes(0);
    await stage.passes(24 * HOUR_MS);
    expect(await stage.rows()).toEqual(['mail StatusInactive FAILED NotTaken', 'push StatusInactive FAILED NoAddress']);
    expect(mail.letters).toHaveLength(1);
  });

  test('of a part fill ends with its notice', async () => {
    const push = new Channel('push');
    await stage.tell('OrderPartiallyFilled');
    await stage.pushOf('OrderPartiallyFilled');
    await stage.pool.query('delete from mailbox_message');
    stage.deliver(push);
    await stage.passes(0);
    expect(push.letters).toEqual([]);
  });
});

describe('its address', () => {
  const fill = { side: 'BUY', lots: 1, contract: 'ZCEZ26', price: '450.00', fee: '0' };
  const pathsOf = async (...channels: Channel[]) => {
    await stage.tell('OrderFilled', AN_1, fill, 'ZCEZ26');
    for (const { channel } of channels) await stage.pushOf('OrderFilled', channel);
    stage.deliver(...channels);
    await stage.passes(0);
    // Who sends on would take what the next channels wait for.
    await stage.stop();
    return channels.map(({ letters }) => letters.at(-1)?.path);
  };

  test('leads to its contract, but where it is read with a text that may not name it', async () => {
    const [push, telegram] = [new Channel('push'), new Channel('telegram')];
    expect(await pathsOf(push, telegram)).toEqual(['/trading/ZCEZ26', '/account-overview']);
    await writeDeliveryChoice(stage.pool, AN, { detailsOnLockScreen: true });
    expect(await pathsOf(new Channel('push'), new Channel('telegram'))).toEqual(['/trading/ZCEZ26', '/trading/ZCEZ26']);
  });
});

test('what ended goes after thirty days, and what waits for a channel that is no more has failed', async () => {
  await stage.tell('StatusInactive', AN);
  await stage.pushOf('StatusInactive');
  stage.deliver(new Channel('mail'));
  await stage.passes(HOUR_MS);
  expect(await stage.rows()).toEqual(['mail StatusInactive SENT', 'push StatusInactive FAILED NoAddress']);
  await stage.passes(30 * 24 * HOUR_MS);
  await stage.passes(HOUR_MS);
  expect(await stage.rows()).toEqual([]);
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
    await writeDeliveryChoice(stage.pool, AN, { quietHours });
    await stage.margin('CALL');
    stage.clock.advanceTo(NIGHT_MS);
    await stage.tell(code);
    await stage.pushOf(code);
    await stage.pool.query("delete from notice_delivery where channel <> 'push'");
    stage.deliver(push);
    await stage.passes(0);
    expect(push.letters).toHaveLength(sent);
    expect(await stage.rows()).toEqual([`push ${code} ${state}`]);
    await stage.passes(4.5 * HOUR_MS - 1);
    expect(push.letters).toHaveLength(sent);
    await stage.passes(1);
    expect(push.letters).toHaveLength(code === 'ExpiryNotice' ? 1 : sent);
  });

  test('a mail goes as always', async () => {
    const mail = new Channel('mail');
    await writeDeliveryChoice(stage.pool, AN, { quietHours });
    stage.clock.advanceTo(NIGHT_MS);
    await stage.tell('ExpiryNotice');
    stage.deliver(mail);
    await stage.passes(0);
    expect(mail.letters).toHaveLength(1);
  });
});

describe('a test', () => {
  test('goes the way of every notice, and fails at once', async () => {
    const mail = new Channel('mail');
    mail.answer = () => Promise.reject(new Error('busy'));
    stage.deliver(mail);
    await writeTest(stage.pool, { investorId: AN, channel: 'mail' }, stage.clock.nowMs());
    await stage.passes(1);
    expect(mail.titles).toEqual(['Tin thử từ Mùa']);
    expect(await stage.rows()).toEqual(['mail Test FAILED NotTaken']);
  });

  test('is one of five an hour, also of those that are asked for at once', async () => {
    const ask = () => writeTest(stage.pool, { investorId: AN, channel: 'mail' }, stage.clock.nowMs());
    const asked = await Promise.allSettled(Array.from({ length: 7 }, ask));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    stage.clock.advanceBy(HOUR_MS - 1_000);
    await expect(ask()).rejects.toMatchObject({ code: 'TooManyRequests', facts: { seconds: 1 } });
    stage.clock.advanceBy(1_000);
    await ask();
  });
});

/** Deliveries of margin calls: further until somebody has seen one, never of what was lifted, the newest in place of older ones. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeDeliveryChoice } from '#deliveries/delivery-store.ts';
import { AN, Channel, type DeliveryStage, openDeliveryStage } from '#test/fixtures/deliveries.ts';
import { AN_1, START_MS } from '#test/fixtures/platform.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let stage: DeliveryStage;
beforeAll(async () => {
  stage = await openDeliveryStage();
});
afterAll(() => stage.close());
afterEach(() => stage.clear());

describe('a margin call', () => {
  let mail: Channel;
  let sms: Channel;
  beforeEach(() => {
    [mail, sms] = [new Channel('mail'), new Channel('sms')];
  });

  test('is mailed at once where nothing else reaches them, and goes by SMS after three minutes', async () => {
    await stage.margin('CALL');
    await stage.tell('Margin100');
    stage.deliver(mail, sms);
    await stage.passes(0);
    expect([mail.letters.length, sms.letters.length]).toEqual([1, 0]);
    await stage.passes(3 * MINUTE_MS - 1);
    expect(sms.letters).toEqual([]);
    // Whoever escalates may have been started anew.
    await stage.stop();
    stage.deliver(mail, sms);
    await stage.passes(1);
    expect(sms.titles).toEqual(['Yêu cầu bổ sung ký quỹ']);
    expect(await stage.rows()).toEqual(['mail Margin100 SENT', 'sms Margin100 SENT']);
  });

  test('is pushed at once to whoever has a device, and goes by mail and SMS when nobody has read it', async () => {
    const push = new Channel('push');
    await stage.withDevice(async () => {
      await stage.margin('CALL');
      await stage.tell('Margin100');
      stage.deliver(push, mail, sms);
      await stage.passes(0);
      expect([push, mail, sms].map(({ letters }) => letters.length)).toEqual([1, 0, 0]);
      await stage.passes(3 * MINUTE_MS - 1);
      expect([push, mail, sms].map(({ letters }) => letters.length)).toEqual([1, 0, 0]);
      await stage.passes(1);
      expect([push, mail, sms].map(({ letters }) => letters.length)).toEqual([1, 1, 1]);
    });
  });

  test.each([
    ['wants them there hears there at once, and by mail when nobody has read it', true, 0],
    ['does not want them there gets a mail at once', false, 1],
  ])('whoever has a messenger and %s', async (_what, wantsMargin, mailsAtOnce) => {
    await stage.withChat(wantsMargin, async () => {
      await stage.margin('CALL');
      await stage.tell('Margin100');
      stage.deliver(mail);
      await stage.passes(0);
      expect(mail.letters).toHaveLength(mailsAtOnce);
      await stage.passes(3 * MINUTE_MS);
      expect(mail.letters).toHaveLength(1);
    });
  });

  test('that somebody has read goes no further', async () => {
    await stage.margin('CALL');
    await stage.tell('Margin100');
    await stage.pool.query('update mailbox_message set is_read = true');
    stage.deliver(mail, sms);
    await stage.passes(3 * MINUTE_MS);
    expect(sms.letters).toEqual([]);
    expect(await stage.rows()).toEqual(['mail Margin100 SKIPPED Read', 'sms Margin100 SKIPPED Read']);
  });

  test('that was lifted goes no further, unless its countdown runs on', async () => {
    await stage.margin('CALL');
    await stage.tell('Margin40');
    stage.deliver(sms);
    await stage.margin('CALL', { deadlineMs: START_MS + HOUR_MS });
    await stage.passes(3 * MINUTE_MS);
    expect(sms.letters).toHaveLength(1);
    await stage.tell('Margin40');
    await stage.margin('CALL');
    await stage.passes(3 * MINUTE_MS);
    expect(sms.letters).toHaveLength(1);
    expect(await stage.rows()).toContain('sms Margin40 SKIPPED Lifted');
  });

  test('that is lifted waits for half an hour, and goes if its level is reached again', async () => {
    await stage.margin('NONE');
    await stage.tell('Margin100');
    stage.deliver(sms);
    await stage.passes(3 * MINUTE_MS);
    expect(sms.letters).toEqual([]);
    await stage.margin('CALL');
    await stage.passes(MINUTE_MS);
    expect(await stage.rows()).toContain('sms Margin100 SENT');
  });

  test('that stays lifted goes no further', async () => {
    await stage.margin('NONE');
    await stage.tell('Margin70');
    stage.deliver(sms);
    for (let minute = 0; minute < 30; minute += 1) await stage.passes(MINUTE_MS);
    expect(await stage.rows()).toContain('sms Margin70 WAITING');
    await stage.passes(MINUTE_MS);
    await stage.margin('CANCEL');
    await stage.passes(MINUTE_MS);
    expect(sms.letters).toEqual([]);
    expect(await stage.rows()).toContain('sms Margin70 SKIPPED Lifted');
  });

  describe('beside a later one that nobody has read', () => {
    const smsRows = async () => (await stage.rows()).filter((row) => String(row).startsWith('sms'));
    const tellBoth = async () => {
      await stage.margin('CANCEL');
      await stage.tell('Margin100');
      stage.deliver(sms);
      await stage.passes(2 * MINUTE_MS);
      await stage.tell('Margin70');
    };

    test('leaves its place to it, by when it would have gone', async () => {
      await tellBoth();
      await stage.passes(MINUTE_MS);
      await stage.passes(500);
      expect(sms.titles).toEqual(['Tỷ lệ ký quỹ xuống thấp, đã hủy lệnh làm tăng rủi ro']);
      await stage.passes(5 * MINUTE_MS);
      expect(await smsRows()).toEqual(['sms Margin100 SKIPPED Newer', 'sms Margin70 SENT']);
    });

    test('is not put off again and again', async () => {
      await stage.margin('LIQUIDATION', { isLiquidating: true });
      stage.deliver(sms);
      for (const code of ['Margin100', 'Margin70', 'Margin40', 'Margin20'] as const) {
        await stage.tell(code);
        await stage.passes(2 * MINUTE_MS);
        await stage.passes(500);
      }
      await stage.passes(MINUTE_MS);
      // The first was due after three minutes, the third after seven.
      expect(await smsRows()).toEqual([
        ...['sms Margin100 SKIPPED Newer', 'sms Margin70 SENT'],
        ...['sms Margin40 SKIPPED Newer', 'sms Margin20 SENT'],
      ]);
    });

    test.each([
      ['was read', async () => stage.pool.query("update mailbox_message set is_read = record ->> 'code' = 'Margin70'")],
      ['is lifted itself', async () => stage.margin('CALL')],
      [
        'is good news',
        async () => stage.pool.query("update notice_delivery set code = 'MarginLifted' where code = 'Margin70'"),
      ],
    ])('goes itself where that one %s', async (_what, happens) => {
      await tellBoth();
      await happens();
      await stage.passes(MINUTE_MS);
      expect(await smsRows()).toContain('sms Margin100 SENT');
    });

    test('goes itself where that one is lifted before it was sent in its place', async () => {
      await tellBoth();
      await stage.passes(MINUTE_MS);
      // Between two looks of the sender.
      await stage.margin('CALL');
      await stage.passes(500);
      expect(await smsRows()).toEqual(['sms Margin100 WAITING', 'sms Margin70 WAITING']);
      await stage.passes(MINUTE_MS);
      expect(sms.titles).toEqual(['Yêu cầu bổ sung ký quỹ']);
      expect(await smsRows()).toEqual(['sms Margin100 SENT', 'sms Margin70 WAITING']);
    });

    test('shows in its place, where each liquidation shows beside the others', async () => {
      const push = new Channel('push');
      await stage.margin('LIQUIDATION', { isLiquidating: true });
      for (const code of ['Margin100', 'Margin20', 'Liquidated', 'Liquidated'] as const) {
        await stage.tell(code);
        await stage.pushOf(code);
      }
      stage.deliver(push);
      await stage.passes(0);
      const [call, forced, ...liquidations] = push.letters.map(({ topic }) => topic);
      expect(forced).toBe(call);
      expect(new Set([call, ...liquidations]).size).toBe(3);
    });

    test('of another sub-account goes itself', async () => {
      await stage.margin('CANCEL');
      await stage.tell('Margin100');
      stage.deliver(sms);
      await stage.tell('Margin70', AN);
      await stage.passes(3 * MINUTE_MS);
      expect(await smsRows()).toContain('sms Margin100 SENT');
    });

    test('tells of each liquidation', async () => {
      await stage.margin('LIQUIDATION', { isLiquidating: true });
      const facts = { lots: 1, contract: 'ZCEZ26', price: '450.00', profit: '-5' };
      await stage.tell('Liquidated', AN_1, facts);
      await stage.tell('Liquidated', AN_1, facts);
      stage.deliver(sms);
      await stage.passes(3 * MINUTE_MS);
      expect(await smsRows()).toEqual(['sms Liquidated SENT', 'sms Liquidated SENT']);
    });
  });

  test('shows figures on a locked screen only where its reader wants them', async () => {
    await stage.margin('CALL');
    await stage.tell('Margin100');
    stage.deliver(sms, mail);
    await stage.passes(3 * MINUTE_MS);
    expect(sms.letters).toMatchObject([{ text: 'Tài khoản số cuối 01. Mở Mùa để xem chi tiết.' }]);
    expect(mail.letters).toMatchObject([{ title: 'Tỷ lệ ký quỹ 86,5%', text: expect.stringContaining('12.000.000') }]);
    await writeDeliveryChoice(stage.pool, AN, { detailsOnLockScreen: true });
    await stage.tell('Margin100');
    await stage.passes(3 * MINUTE_MS);
    expect(sms.letters[1]).toMatchObject({ title: 'Tỷ lệ ký quỹ 86,5%', isUrgent: true });
  });
});

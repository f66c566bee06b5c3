/** From the engine's own notices to the outbox of a demo, and what the page of alerts asks. */

import { randomUUID } from 'node:crypto';
import { changeNoticeDelivery, readNoticeDelivery, testNoticeChannel } from '@mua/contract/http/notifications';
import { API_BASE } from '@mua/contract/route';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AN_1, type Browser, CODE, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

const SETTINGS = `${API_BASE}${readNoticeDelivery.path}`;

let platform: Platform;
let an: Browser;

beforeEach(async () => {
  platform = await startPlatform();
  an = await signedIn(platform, 'an@mua.demo');
});
afterEach(() => platform.close());

async function outbox(): Promise<{ channel: string; to: string; subject: string | null; text: string }[]> {
  return (await an.get('/api/dev/outbox')).json().items;
}

async function channelOf(name: string): Promise<Record<string, unknown>> {
  const { channels } = (await an.get(SETTINGS)).json();
  return channels.find(({ channel }: { channel: string }) => channel === name);
}

test('a fill that is wanted by mail lies in the outbox, and its notice says so', async () => {
  await an.post('/api/investor/notification-settings', { category: 'ORDERS', mail: true });
  const terms = {
    contractCode: CODE,
    side: 'BUY',
    orderType: 'LIMIT',
    duration: 'DAY',
    limitPrice: '450.00',
    quantity: 2,
  };
  const placed = await an.post(`/api/order/${AN_1}/place`, { clientOrderId: randomUUID(), ...terms });
  await platform.sequencer.settled();
  await platform.venue.fill(placed.json().order.orderId, CODE, 2, 1800);
  await platform.sequencer.settled();
  const [mail] = await vi.waitFor(async () => {
    const found = (await outbox()).filter(({ subject }) => subject?.includes('Đã khớp'));
    expect(found).toHaveLength(1);
    return found;
  });
  expect(mail).toMatchObject({ channel: 'email', to: 'an@mua.demo', subject: `Mùa: Đã khớp Mua 2 ${CODE}` });
  expect(mail?.text).toContain("Giá TB 450'0");
  // It is noted as sent after it has gone.
  await vi.waitFor(async () => {
    const { items } = (await an.get(`/api/notification/${AN_1}/mailbox`)).json();
    expect(items).toMatchObject([
      { code: 'OrderFilled', deliveries: [{ channel: 'mail', state: 'SENT', cause: null }] },
    ]);
  });
});

test('quiet hours and the locked screen are kept, one without the other', async () => {
  expect((await an.get(SETTINGS)).json()).toMatchObject({
    quietHours: { isOn: false, from: '23:00', to: '06:30' },
    detailsOnLockScreen: false,
  });
  const quietHours = { isOn: true, from: '22:00', to: '07:00' };
  const path = `${API_BASE}${changeNoticeDelivery.path}`;
  expect((await an.post(path, { quietHours })).json()).toMatchObject({ quietHours, detailsOnLockScreen: false });
  expect((await an.post(path, { detailsOnLockScreen: true })).json()).toMatchObject({
    quietHours,
    detailsOnLockScreen: true,
  });
  const empty = await an.post(path, { quietHours: { isOn: true, from: '22:00', to: '22:00' } });
  expect(empty.statusCode).toBe(400);
  const binh = await signedIn(platform, 'binh@mua.demo');
  expect((await binh.get(SETTINGS)).json()).toMatchObject({ quietHours: { isOn: false }, detailsOnLockScreen: false });
});

test('a test goes out, and its channel tells what became of it', async () => {
  const path = `${API_BASE}${testNoticeChannel.path}`;
  expect(await channelOf('sms')).toMatchObject({
    isOffered: true,
    address: '090•••••01',
    test: null,
    lastSentAt: null,
  });
  const asked = await an.post(path, { channel: 'sms' });
  expect(asked.statusCode).toBe(202);
  await vi.waitFor(async () => expect(await channelOf('sms')).toMatchObject({ test: { state: 'SENT', tookMs: 0 } }));
  expect(await channelOf('sms')).toMatchObject({ failingSince: null, lastTookMs: 0 });
  expect(await outbox()).toMatchObject([{ channel: 'phone', text: 'Mùa: Tin thử từ Mùa. Kênh này hoạt động.' }]);
  const { body: figures } = await platform.app.inject({ url: '/metrics' });
  expect(figures).toContain('mua_deliveries_total{channel="sms",outcome="sent"} 1');
  expect(figures).toContain('mua_deliveries_waiting{channel="sms"} 0');
  // No browser of theirs is notified yet.
  expect(await channelOf('push')).toMatchObject({ isOffered: true, address: null });
  const notOffered = await an.post(path, { channel: 'push' });
  expect([notOffered.statusCode, notOffered.json().facts]).toEqual([400, { field: 'channel' }]);
});

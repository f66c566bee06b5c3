/** The Official Account against a Zalo of the tests: who sends a code is linked, what they are given arrives, and who leaves is left alone. */
import { inviteToChat, leaveChat } from '@mua/contract/http/notifications';
import { hearZalo } from '@mua/contract/http/zalo-events';
import { API_BASE, addressOf } from '@mua/contract/route';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stepUp } from '#test/fixtures/codes.ts';
import { type Browser, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';
import { ZALO_ACCOUNT, zaloSettings } from '#test/fixtures/zalo-account.ts';
import { signedEvent, written as writtenBy, ZaloService } from '#test/fixtures/zalo-service.ts';

const AN = '6100000000000004821';
const SETTINGS = `${API_BASE}/investor/notice-delivery`;
const LINK = addressOf(inviteToChat, { params: { channel: 'zalo' } });
const HOUR_MS = 3_600_000;

let zalo: ZaloService;
let platform: Platform;
let an: Browser;
beforeEach(async () => {
  zalo = new ZaloService();
  await zalo.open();
  platform = await startPlatform({}, zaloSettings(zalo.url));
  an = await signedIn(platform, 'an@mua.demo');
});
afterEach(async () => {
  await platform.close();
  await zalo.close();
});

async function tell(
  event: object,
  { atMs = platform.wall.nowMs(), eventSecret = ZALO_ACCOUNT.eventSecret as string } = {},
) {
  const request = signedEvent(event, atMs, { ...ZALO_ACCOUNT, eventSecret });
  return (await platform.app.inject({ method: 'POST', url: addressOf(hearZalo), ...request })).statusCode;
}

const written = (text: string, userId = AN): object => writtenBy(text, userId);

async function invitation(): Promise<{ url: string; code: string }> {
  await stepUp(an);
  return (await an.post(LINK, {})).json();
}

async function channel(): Promise<Record<string, unknown>> {
  const { channels } = (await an.get(SETTINGS)).json();
  return channels.find((one: { channel: string }) => one.channel === 'zalo');
}

const heard = (count: number) => vi.waitFor(() => expect(zalo.said).toHaveLength(count));

async function link(): Promise<void> {
  const before = zalo.said.length;
  expect(await tell(written((await invitation()).code))).toBe(200);
  await heard(before + 1);
}

async function tryIt(): Promise<void> {
  await an.post(`${SETTINGS}/test`, { channel: 'zalo' });
}

describe('an investor', () => {
  test('sends a code that counts once, is written to there, and ends it', async () => {
    expect(await channel()).toMatchObject({ isOffered: true, address: null });
    const { url, code } = await invitation();
    expect([url, code]).toEqual([`https://zalo.me/${ZALO_ACCOUNT.accountId}`, expect.stringMatching(/^\w{4}-\w{4}$/)]);
    expect(await tell(written(` ${code.toLowerCase().replace('-', ' - ')} `))).toBe(200);
    await heard(1);
    expect(zalo.said[0]).toMatchObject({ userId: AN, text: expect.stringContaining('Đã nối với Mùa') });
    await vi.waitFor(async () => expect(await channel()).toMatchObject({ address: 'Nguyễn An' }));
    // Told again what was answered, and then the same code from somebody else.
    expect(await tell(written(code))).toBe(200);
    await tell(written(code, '6100000000000000005'));
    await heard(2);
    expect(zalo.said[1]).toMatchObject({
      userId: '6100000000000000005',
      text: expect.stringContaining('can’t be used'),
    });

    await tryIt();
    await heard(3);
    expect(zalo.said[2]?.text).toContain('Tin thử từ Mùa');
    await vi.waitFor(async () => expect(await channel()).toMatchObject({ test: { state: 'SENT' } }));
    const left = await an.send({ method: 'DELETE', url: addressOf(leaveChat, { params: { channel: 'zalo' } }) });
    expect(left.statusCode).toBe(200);
    expect(await channel()).toMatchObject({ address: null });
  });

  test('is not written to any more once they say so, leave the account, or block it', async () => {
    for (const event of [written('Dừng'), written('stop'), { event_name: 'unfollow', follower: { id: AN } }]) {
      await link();
      platform.wall.advanceBy(1);
      expect(await tell(event)).toBe(200);
      expect(await channel()).toMatchObject({ address: null });
    }
    await link();
    zalo.answerToMessages = -213;
    await tryIt();
    await vi.waitFor(async () =>
      expect(await channel()).toMatchObject({ address: null, test: { state: 'FAILED', cause: 'NoAddress' } }),
    );
  });

  test('who is silent for a week sees it, and is written to again when they have written', async () => {
    await link();
    zalo.answerToMessages = -230;
    await tryIt();
    const silent = { state: 'FAILED', cause: 'LongSilent' };
    await vi.waitFor(async () => expect(await channel()).toMatchObject({ address: 'Nguyễn An', test: silent }));
    zalo.answerToMessages = 0;
    await tell(written('Cho hỏi giờ làm việc'));
    await heard(2);
    expect(zalo.said[1]?.text).toContain('7 ngày');
    // Whatever else they write is for people.
    await tell(written('cảm ơn'));
    await tryIt();
    await heard(3);
    expect(zalo.said[2]?.text).toContain('Tin thử từ Mùa');
  });

  test('links nobody by a code that is too old, nor ends a link by what was written before it', async () => {
    const { code } = await invitation();
    platform.clock.advanceBy(10 * 60_000);
    await tell(written(code));
    await heard(1);
    expect(await channel()).toMatchObject({ address: null });
    const beforeMs = platform.wall.nowMs();
    platform.wall.advanceBy(1);
    await link();
    await tell(written('stop'), { atMs: beforeMs });
    expect(await channel()).toMatchObject({ address: expect.any(String) });
  });
});

test('an event counts only with Zalo’s signature of it, and not for ever', async () => {
  const { code } = await invitation();
  const nowMs = platform.wall.nowMs();
  expect(await tell(written(code), { eventSecret: 'another secret' })).toBe(401);
  expect(await tell(written(code), { atMs: nowMs - 2 * HOUR_MS - 1 })).toBe(401);
  expect(await tell(written(code), { atMs: nowMs + HOUR_MS })).toBe(401);
  const headers = { 'content-type': 'application/json' };
  const plain = await platform.app.inject({ method: 'POST', url: addressOf(hearZalo), headers, payload: '{}' });
  expect(plain.statusCode).toBe(401);
  expect(await channel()).toMatchObject({ address: null });
  expect(await tell({ event_name: 'oa_send_text', sender: { id: ZALO_ACCOUNT.accountId } })).toBe(200);
  // Signed, and nobody's id: the database has no text of it.
  expect(await tell({ event_name: 'user_send_text', sender: { id: 'a\u0000b' }, message: { text: code } })).toBe(400);
  expect(await tell(written(code), { atMs: nowMs - 2 * HOUR_MS })).toBe(200);
});

test('a token that Zalo takes no more is renewed with the message', async () => {
  await link();
  zalo.endAccess();
  await tryIt();
  await heard(2);
  expect(zalo.asked).toBe(2);
});

/** The bot against exchanges as Telegram's documentation shows them: who starts it is linked, and what it is given arrives. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SEEN_PARAM, seenNotice } from '@mua/contract/entities/push-message';
import { inviteToChat, leaveChat } from '@mua/contract/http/notifications';
import { API_BASE, addressOf } from '@mua/contract/route';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RetryLater } from '#deliveries/notice-port.ts';
import { createTelegramApi } from '#telegram/telegram-api.ts';
import { stepUp } from '#test/fixtures/codes.ts';
import { ORDER } from '#test/fixtures/good-requests.ts';
import { AN_1, type Browser, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

const TOKEN = '123456789:AAF-a_token_of_the_stage_and_no_other';
const CHAT = { id: 4_471_000_001, first_name: 'An', last_name: 'Nguyễn', username: 'an_ngoai_dong', type: 'private' };
const SETTINGS = `${API_BASE}/investor/notice-delivery`;
const CHAT_LINK = addressOf(inviteToChat, { params: { channel: 'telegram' } });

interface Said {
  readonly chat_id: string;
  readonly text: string;
}

/** Telegram, as far as the bot asks it. */
class Stage {
  readonly said: Said[] = [];
  readonly offsets: number[] = [];
  api = '';
  answerToSend: [status: number, body: object] = [200, { ok: true, result: { message_id: 7, chat: CHAT, date: 1 } }];
  private waiting: ServerResponse | undefined;
  private pending: object[] = [];
  private updateId = 829_000_000;
  private readonly server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const answer = (status: number, text: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(text));
    switch (request.url) {
      case `/bot${TOKEN}/getMe`:
        return answer(200, { ok: true, result: { id: 1, is_bot: true, first_name: 'Mùa', username: 'mua_stage_bot' } });
      case `/bot${TOKEN}/getUpdates`:
        this.offsets.push(body.offset);
        this.waiting = response;
        return this.tell();
      case `/bot${TOKEN}/sendMessage`:
        this.said.push(body);
        return answer(...this.answerToSend);
      default:
        return answer(404, { ok: false, error_code: 404, description: 'Not Found' });
    }
  });

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.api = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  write(text: string, chat: object = CHAT): void {
    const from = { ...chat, is_bot: false, language_code: 'vi' };
    this.pending.push({ update_id: this.updateId++, message: { message_id: 1, from, chat, date: 1764300000, text } });
    this.tell();
  }

  private tell(): void {
    if (!this.waiting || this.pending.length === 0) return;
    this.waiting.writeHead(200).end(JSON.stringify({ ok: true, result: this.pending.splice(0) }));
    this.waiting = undefined;
  }
}

let stage: Stage;
beforeEach(async () => {
  stage = new Stage();
  await stage.open();
});

describe('an investor', () => {
  let platform: Platform;
  let an: Browser;
  beforeEach(async () => {
    platform = await startPlatform(
      {},
      { TELEGRAM_BOT_TOKEN: TOKEN, TELEGRAM_API: stage.api, PUBLIC_URL: 'http://localhost' },
    );
    an = await signedIn(platform, 'an@mua.demo');
  });
  afterEach(async () => {
    await platform.close();
    await stage.close();
  });

  async function invitation(): Promise<{ url: string; code: string }> {
    await stepUp(an);
    const { url } = (await an.post(CHAT_LINK, {})).json();
    return { url, code: new URL(url).searchParams.get('start') ?? '' };
  }

  async function telegram(): Promise<Record<string, unknown>> {
    const { channels } = (await an.get(SETTINGS)).json();
    return channels.find(({ channel }: { channel: string }) => channel === 'telegram');
  }

  const answered = (count: number) => vi.waitFor(() => expect(stage.said).toHaveLength(count));

  test('starts the bot by an address that counts once, is written to there, and ends it', async () => {
    expect(await telegram()).toMatchObject({ isOffered: true, address: null });
    const { url, code } = await invitation();
    expect(url).toMatch(/^https:\/\/t\.me\/mua_stage_bot\?start=[\w-]{32}$/);
    stage.write(`/start ${code}`);
    await answered(1);
    expect(stage.said[0]).toMatchObject({ chat_id: String(CHAT.id), text: expect.stringContaining('Đã nối với Mùa') });
    expect(await telegram()).toMatchObject({ address: '@an_ngoai_dong' });
    // Told again what was answered, and then the same code from another chat.
    stage.write(`/start ${code}`);
    stage.write(`/start ${code}`, { id: 5, first_name: 'Somebody', type: 'private' });
    await answered(2);
    expect(stage.said[1]).toMatchObject({ chat_id: '5', text: expect.stringContaining('can’t be used') });
    expect(await telegram()).toMatchObject({ address: '@an_ngoai_dong' });

    await an.post(`${API_BASE}/investor/notice-delivery/test`, { channel: 'telegram' });
    await answered(3);
    expect(stage.said[2]?.text).toContain('Tin thử từ Mùa');
    await vi.waitFor(async () => expect(await telegram()).toMatchObject({ test: { state: 'SENT' } }));

    const left = await an.send({ method: 'DELETE', url: addressOf(leaveChat, { params: { channel: 'telegram' } }) });
    expect(left.statusCode).toBe(200);
    expect(await telegram()).toMatchObject({ address: null });
  });

  test('is told of a fill with a link that names its notice, for the page to mark it read', async () => {
    stage.write(`/start ${(await invitation()).code}`);
    await answered(1);
    await an.post('/api/investor/notification-settings', { category: 'ORDERS', telegram: true });
    platform.venue.fillAtTicks = 1800;
    expect((await an.post(`/api/order/${AN_1}/place`, { ...ORDER, quantity: 1 })).statusCode).toBe(201);
    await platform.sequencer.settled();
    platform.clock.advanceBy(1_000);
    await answered(2);
    const [{ mailboxId }] = (await an.get(`/api/notification/${AN_1}/mailbox`)).json().items;
    const link = new URL(stage.said[1]?.text.split('\n').at(-1) ?? '');
    // Without details no text names the contract, so the link leads past it.
    expect([link.origin, link.pathname]).toEqual(['http://localhost', '/account-overview']);
    expect(seenNotice(link.searchParams.get(SEEN_PARAM) ?? '')).toEqual({ accountId: AN_1, mailboxId });
    // It shows on a locked screen.
    expect(link.href).not.toContain(AN_1);
  });

  test('who blocks the bot is not written to any more, and sees it', async () => {
    stage.write(`/start ${(await invitation()).code}`);
    await answered(1);
    stage.answerToSend = [403, { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' }];
    await an.post(`${API_BASE}/investor/notice-delivery/test`, { channel: 'telegram' });
    await vi.waitFor(async () =>
      expect(await telegram()).toMatchObject({ address: null, test: { state: 'FAILED', cause: 'NoAddress' } }),
    );
  });

  test('a code that is too old, a group, and a stranger link nobody; /stop ends it', async () => {
    const { code } = await invitation();
    stage.write(`/start ${code}`, { id: -1, title: 'A group', type: 'group' });
    stage.write('hello');
    await answered(1);
    platform.clock.advanceBy(10 * 60_000);
    stage.write(`/start ${code}`);
    await answered(2);
    expect(await telegram()).toMatchObject({ address: null });
    stage.write(`/start ${(await invitation()).code}`);
    await answered(3);
    expect(await telegram()).toMatchObject({ address: '@an_ngoai_dong' });
    stage.write('/stop');
    await answered(4);
    expect(await telegram()).toMatchObject({ address: null });
    // What was answered is not asked for again.
    expect(stage.offsets.at(-1)).toBe(829_000_005);
  });

  test('without a fresh proof of who they are nobody is invited', async () => {
    const refused = await an.post(CHAT_LINK, {});
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'StepUpRequired']);
  });
});

describe('the API', () => {
  afterEach(() => stage.close());
  const api = () => createTelegramApi({ token: TOKEN, api: stage.api });

  test('says when to come back', async () => {
    const description = 'Too Many Requests: retry after 35';
    stage.answerToSend = [429, { ok: false, error_code: 429, description, parameters: { retry_after: 35 } }];
    const refused = await api()
      .send('1', 'x')
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RetryLater);
    expect(refused).toMatchObject({ retryAfterMs: 35_000 });
  });

  test('has no such chat any more, or does not like the text, which is tried again', async () => {
    stage.answerToSend = [400, { ok: false, error_code: 400, description: 'Bad Request: chat not found' }];
    expect(await api().send('1', 'x')).toBe('gone');
    stage.answerToSend = [400, { ok: false, error_code: 400, description: 'Bad Request: message text is empty' }];
    await expect(api().send('1', 'x')).rejects.toThrow('400');
  });

  test('never names the token in what is logged', async () => {
    await stage.close();
    const error = await api()
      .send('1', 'x')
      .catch((cause: unknown) => cause);
    expect(`${error} ${error instanceof Error ? error.stack : ''}`).not.toContain('AAF-a');
    await stage.open();
  });
});

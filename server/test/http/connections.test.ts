/** Checks that connections end: those that were answered, those that drip, and those for which there is no room. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { expectHeaders } from '#test/fixtures/headers.ts';
import { type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';
import { sendBytes } from '#test/fixtures/wire.ts';

type Limits = NonNullable<NonNullable<Parameters<typeof startPlatform>[0]>['limits']>;

let platform: Platform;
let address: string;
const clients: Socket[] = [];

async function open(limits: Limits = {}, env: Record<string, string> = {}): Promise<void> {
  platform = await startPlatform({ limits }, env);
  address = await platform.listen();
}

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await platform.close();
});

/** Connects a client that never closes by itself, and returns the server's end of it. */
async function hold(
  bytes: string,
): Promise<{ readonly ours: Socket; readonly client: Socket; readonly heard: () => string }> {
  const accepted = once(platform.app.server, 'connection');
  const { port, hostname } = new URL(address);
  const client = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  clients.push(client);
  let heard = '';
  client.on('data', (chunk) => {
    heard += String(chunk);
  });
  client.on('error', () => {});
  client.write(bytes);
  const [ours] = (await accepted) as [Socket];
  return { ours, client, heard: () => heard };
}

describe('a client that does not close', () => {
  test.each([
    ['a refused request', 'hello\r\n\r\n', 400],
    [
      'a refused handshake',
      'GET /socket.io/?EIO=4 HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
      400,
    ],
  ])('is answered and closed: %s', async (_name, bytes, status) => {
    await open();
    const { ours, heard } = await hold(bytes);
    await once(ours, 'close');
    expect(heard()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test('and goes on sending reads its refusal whole, once', async () => {
    await open();
    const { ours, client, heard } = await hold(`GET / HTTP/1.1\r\nhost: localhost\r\nx-long: ${'x'.repeat(20_000)}`);
    const more = setInterval(() => client.write('x'.repeat(100_000)), 5);
    await once(ours, 'close');
    clearInterval(more);
    expect(heard().match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(heard()).toMatch(/"field":"headers"\},"requestId":"-"\}$/);
  });

  test.each([
    ['nothing at all', ''],
    ['half a head', 'GET /health/live HTTP/1.1\r\nhost: localhost\r\n'],
    [
      'half a body',
      'POST /api/investor/login HTTP/1.1\r\nhost: localhost\r\nx-csrf: 1\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    ],
  ])('and sends %s is told that its time is over', async (_name, bytes) => {
    await open({ requestWholeMs: 300 });
    const { ours, heard } = await hold(bytes);
    await once(ours, 'close');
    expect(heard()).toMatch(/^HTTP\/1\.1 408 .*"code":"RequestTimeout"/s);
  });

  test('nothing that it completes after its time is carried out', async () => {
    await open({ requestWholeMs: 300 });
    const asked: string[] = [];
    platform.app.server.on('request', (request) => asked.push(String(request.url)));
    const { ours, client, heard } = await hold('GET /health/live HTTP/1.1\r\nhost: localhost\r\n');
    client.once('data', () => client.write('\r\n'));
    await once(ours, 'close');
    expect([asked, heard().match(/HTTP\/1\.1/g)]).toEqual([[], ['HTTP/1.1']]);
  });
});

describe('where room is short', () => {
  const SHORT = { connections: { most: 3, mostOfNetwork: 2, open: 1 } };
  /** As if the clients came from elsewhere, the first of them from the first address. */
  function comeFrom(...froms: string[]): void {
    platform.app.server.prependListener('connection', (socket: Socket) => {
      Object.defineProperty(socket, 'remoteAddress', { value: froms.shift() ?? '198.51.100.99' });
    });
  }
  const ask = (cookie = '') =>
    sendBytes(address, `GET /health/live HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`);

  test('a stranger is told to come later, and whoever is signed in is served', async () => {
    await open(SHORT);
    const { cookie } = await signedIn(platform, 'an@mua.demo');
    comeFrom('203.0.113.1', '203.0.113.2', '203.0.113.3');
    const guest = await hold('GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await once(guest.client, 'data');
    const refused = await ask();
    expect([refused?.status, refused?.headers['retry-after'], refused?.headers.connection]).toEqual([
      503,
      expect.stringMatching(/^[123]$/),
      'close',
    ]);
    expectHeaders(refused?.headers ?? {});
    expect((await ask(cookie))?.status).toBe(200);
  });

  test('one network does not take all of it', async () => {
    await open(SHORT);
    comeFrom('203.0.113.1', '203.0.113.1', '203.0.113.1', '203.0.113.2');
    await hold('');
    await hold('');
    expect(await ask()).toBeUndefined();
    expect((await ask())?.status).toBe(200);
  });

  test('silence makes room', async () => {
    await open(SHORT);
    comeFrom('203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4');
    const silent = [await hold(''), await hold(''), await hold('')];
    expect((await ask())?.status).toBe(200);
    expect(silent.map(({ ours }) => ours.destroyed)).toEqual([true, false, false]);
  });

  test('a websocket through the proxy counts for its client', async () => {
    await open({ connections: { most: 9, mostOfNetwork: 1, open: 9 } }, { PUBLIC_URL: 'https://mua.example' });
    const knock = (from: string) =>
      hold(
        [
          'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
          ...['host: mua.example', `x-forwarded-for: ${from}`, 'connection: Upgrade', 'upgrade: websocket'],
          'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
        ].join('\r\n'),
      );
    const statuses: string[] = [];
    for (const from of ['203.0.113.1', '203.0.113.1', '203.0.113.2']) {
      const { client } = await knock(from);
      statuses.push(String((await once(client, 'data'))[0]).slice(9, 12));
    }
    expect(statuses).toEqual(['101', '429', '101']);
  });
});

import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { expect, test } from 'vitest';
import { readOpenFilesLimit, roomWithin, watchConnections } from '#http/connections.ts';

class StageSocket extends EventEmitter {
  isOpen = true;
  readonly remoteAddress: string;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.emit('close');
  }
}

/** Room for six connections, four of one network, and from the fifth that says something on for members only. */
function stage() {
  const server = new EventEmitter();
  const { refusal } = watchConnections(server as unknown as Server, {
    room: { most: 6, mostOfNetwork: 4, open: 4 },
    countedAs: ({ headers }) => String(headers['x-forwarded-for'] ?? ''),
    isSignedIn: async ({ headers }) => headers.cookie === 'good',
  });
  return {
    connect(address: string): StageSocket {
      const socket = new StageSocket(address);
      server.emit('connection', socket);
      return socket;
    },
    async ask(socket: StageSocket, headers: Record<string, string> = {}): Promise<string> {
      const refused = await refusal({ socket, headers } as unknown as IncomingMessage);
      return refused?.code ?? 'let in';
    },
  };
}

const addresses = (count: number, from = 1) => Array.from({ length: count }, (_, at) => `203.0.113.${from + at}`);
const states = (sockets: readonly StageSocket[]) => sockets.map(({ isOpen }) => isOpen);

test('one network has its part, and gets a place back when it closes one', () => {
  const { connect } = stage();
  const sockets = Array.from({ length: 5 }, (_, at) => connect(`2001:db8:0:1::${at}`));
  expect(states(sockets)).toEqual([true, true, true, true, false]);
  expect(connect('2001:db8:0:2::1').isOpen).toBe(true);
  sockets[0]?.destroy();
  expect(connect('2001:db8:0:1::9').isOpen).toBe(true);
  expect(connect('2001:db8:0:1::10').isOpen).toBe(false);
});

test('the oldest of those that say nothing makes room', () => {
  const { connect } = stage();
  const sockets = addresses(6).map(connect);
  const late = connect('198.51.100.1');
  expect(states([...sockets, late])).toEqual([false, true, true, true, true, true, true]);
});

test('whoever has been let in stays, and the rest is refused', async () => {
  const { connect, ask } = stage();
  const sockets = addresses(6).map(connect);
  for (const socket of sockets) await ask(socket, { cookie: 'good' });
  expect(connect('198.51.100.1').isOpen).toBe(false);
  expect(states(sockets)).toEqual([true, true, true, true, true, true]);
});

test('the last part is for those who are signed in', async () => {
  const { connect, ask } = stage();
  for (const address of addresses(4)) expect(await ask(connect(address))).toBe('let in');
  expect(await ask(connect('198.51.100.1'))).toBe('ServiceUnavailable');
  const member = connect('198.51.100.2');
  expect(await ask(member, { cookie: 'good' })).toBe('let in');
  expect(await ask(member)).toBe('let in');
});

test('this machine’s own programs are always let in', async () => {
  const { connect, ask } = stage();
  const sockets = Array.from({ length: 20 }, () => connect('::ffff:127.0.0.1'));
  for (const socket of sockets) expect(await ask(socket)).toBe('let in');
  expect(states(sockets)).not.toContain(false);
});

test('behind a proxy a websocket counts for the client, a request for nobody', async () => {
  const { connect, ask } = stage();
  const of = (client: string) => ({ 'x-forwarded-for': client, upgrade: 'websocket' });
  for (let time = 0; time < 10; time += 1)
    expect(await ask(connect('127.0.0.1'), { 'x-forwarded-for': 'crowd' })).toBe('let in');
  expect(await ask(connect('127.0.0.1'), of('guest'))).toBe('ServiceUnavailable');
  for (let time = 0; time < 4; time += 1)
    expect(await ask(connect('127.0.0.1'), { ...of('member'), cookie: 'good' })).toBe('let in');
  expect(await ask(connect('127.0.0.1'), { ...of('member'), cookie: 'good' })).toBe('TooManyRequests');
});

test('room is below the limit of open files', () => {
  expect(roomWithin(1024)).toEqual({ most: 768, mostOfNetwork: 192, open: 691 });
  expect(roomWithin(1_048_576)).toEqual({ most: 20_000, mostOfNetwork: 1000, open: 18_000 });
  expect(roomWithin(readOpenFilesLimit()).most).toBeGreaterThan(0);
  expect(readOpenFilesLimit('/nowhere')).toBe(1024);
});

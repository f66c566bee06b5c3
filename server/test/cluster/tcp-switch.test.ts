/** The address that stays, in front of stand-ins for a primary. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTcpSwitch, type TcpSwitch } from '#cluster/tcp-switch.ts';

let front: TcpSwitch;
let closing: (() => unknown)[] = [];

beforeEach(async () => {
  front = await openTcpSwitch();
  closing = [() => front.close()];
});

afterEach(async () => {
  for (const close of closing) await close();
});

/** Says its name to whoever comes, and repeats what it hears. Returns its port. */
async function standIn(name: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write(name);
    socket.pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

async function open(): Promise<{ readonly socket: Socket; readonly heard: string }> {
  const socket = connect(front.port, '127.0.0.1');
  socket.on('error', () => {});
  const [heard] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => ['closed'])]);
  return { socket, heard: String(heard) };
}

test('leads to the primary, both ways', async () => {
  front.lead(await standIn('first'));
  const { socket, heard } = await open();
  expect(heard).toBe('first');
  socket.write('written');
  expect(String((await once(socket, 'data'))[0])).toBe('written');
});

test('with another primary the old connections end and new ones go there', async () => {
  front.lead(await standIn('first'));
  const { socket } = await open();
  const ended = once(socket, 'close');
  front.lead(await standIn('second'));
  await ended;
  expect((await open()).heard).toBe('second');
});

test('the same primary again cuts nothing', async () => {
  const port = await standIn('first');
  front.lead(port);
  const { socket } = await open();
  front.lead(port);
  socket.write('still here');
  expect(String((await once(socket, 'data'))[0])).toBe('still here');
});

test('leading nowhere, or to nobody, a connection is closed', async () => {
  expect((await open()).heard).toBe('closed');
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  front.lead(port);
  expect((await open()).heard).toBe('closed');
});

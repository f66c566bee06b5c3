/** Which gateways can be given to, with stand-ins that answer what they are told to. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GatewayWatch } from '#cluster/gateway-watch.ts';

let watch: GatewayWatch;
let servers: Server[] = [];

beforeEach(() => {
  watch = new GatewayWatch();
  servers = [];
});

afterEach(() => {
  watch.close();
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

async function standIn(name: string, state: { status: number }): Promise<void> {
  const server = createServer((_request, response) => {
    response.writeHead(state.status).end(JSON.stringify(state.status === 200 ? { seq: 7 } : { code: 'x' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  watch.add(name, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

const names = (wanted?: string): string[] => watch.candidates(wanted).map(({ name }) => name);

test('the wanted one comes first, the others by turns', async () => {
  for (const name of ['gateway-1', 'gateway-2', 'gateway-3']) await standIn(name, { status: 200 });
  expect(names()).toEqual([]);
  await watch.look();
  expect(watch.seqOf('gateway-2')).toBe(7);
  for (let turn = 0; turn < 3; turn += 1) expect(names('gateway-2')[0]).toBe('gateway-2');
  const firsts = new Set([names()[0], names()[0], names()[0]]);
  expect(firsts.size).toBe(3);
});

test('one that is not ready is asked last, and one that is silent not at all', async () => {
  const state = { status: 503 };
  await standIn('gateway-1', state);
  await standIn('gateway-2', { status: 200 });
  await watch.look();
  expect(names('gateway-1')).toEqual(['gateway-2', 'gateway-1']);
  expect([watch.isReady('gateway-1'), watch.isReady('gateway-2')]).toEqual([false, true]);
  state.status = 200;
  await watch.look();
  expect(names('gateway-1')).toEqual(['gateway-1', 'gateway-2']);
});

test('one that refused a connection is not used until it has answered again', async () => {
  await standIn('gateway-1', { status: 200 });
  await watch.look();
  const [target] = watch.candidates(undefined);
  if (target) watch.refused(target);
  expect(names()).toEqual([]);
  await watch.look();
  expect(names()).toEqual(['gateway-1']);
  watch.remove('gateway-1');
  expect(names()).toEqual([]);
});

/** A push service that only counts: when what came for whom. It opens nothing, which is the browsers' work. */
import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PushReceiver {
  readonly origin: string;
  /** Body of the call that subscribes this browser. */
  subscription(device: number): object;
  /** When each message to a browser came, by `performance.now`. */
  arrivals(device: number): readonly number[];
  /** Of all browsers. */
  count(): number;
  close(): Promise<void>;
}

export async function startPushReceiver(): Promise<PushReceiver> {
  const came = new Map<string, number[]>();
  let count = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      const arrivals = came.get(request.url ?? '') ?? [];
      arrivals.push(performance.now());
      came.set(request.url ?? '', arrivals);
      count += 1;
      response.writeHead(201).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    subscription(device) {
      const pair = createECDH('prime256v1');
      const keys = { p256dh: pair.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
      return { endpoint: `${origin}/${device}`, keys };
    },
    arrivals: (device) => came.get(`/${device}`) ?? [],
    count: () => count,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A socket for tests: what was sent is a list, and the test plays the server and the library. */
import type { FeedSocket } from '#network/feed-socket.ts';

interface Sent {
  readonly event: string;
  readonly request: unknown;
  readonly acknowledge: (answer: unknown) => void;
}

export interface FakeSocket<Server extends object, Client extends object> extends FeedSocket<Server, Client> {
  connected: boolean;
  readonly sent: Sent[];
  /** How often it was told to connect, and to disconnect. */
  connects: number;
  disconnects: number;
  /** The server, or the library, says something. */
  receive(event: string, ...args: unknown[]): void;
  /** The requests sent since the last look. */
  takeSent(): unknown[];
  /** As `takeSent`, and the server takes each of them at that seq. */
  acknowledge(seq: number): unknown[];
}

export function fakeSocket<Server extends object, Client extends object>(): FakeSocket<Server, Client> {
  const listeners = new Map<string, ((...args: unknown[]) => void)[]>();
  const take = () => socket.sent.splice(0);
  const socket = {
    connected: false,
    auth: {},
    connects: 0,
    disconnects: 0,
    sent: [] as Sent[],
    on: (event: string, listener: (...args: unknown[]) => void) => {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    },
    emit: (event: string, request: unknown, acknowledge: Sent['acknowledge']) => {
      socket.sent.push({ event, request, acknowledge });
    },
    connect: () => {
      socket.connects += 1;
    },
    // As the library: who disconnects a socket that is connected hears of it at once.
    disconnect: () => {
      socket.disconnects += 1;
      if (socket.connected) socket.receive('disconnect', 'io client disconnect');
    },
    receive: (event: string, ...args: unknown[]) => {
      if (event === 'connect') socket.connected = true;
      if (event === 'disconnect') socket.connected = false;
      for (const listener of listeners.get(event) ?? []) listener(...args);
    },
    takeSent: () => take().map(({ event, request }) => [event, request]),
    acknowledge: (seq: number) =>
      take().map(({ event, request, acknowledge }) => {
        acknowledge({ ok: true, seq });
        return [event, request];
      }),
  };
  return socket as unknown as FakeSocket<Server, Client>;
}

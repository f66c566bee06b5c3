/** A socket for tests: what the feed sent is a list, and the test plays the server. */
import type { FeedSocket } from './supervised-socket.ts';

interface Sent {
  readonly event: string;
  readonly request: unknown;
  readonly acknowledge: (answer: unknown) => void;
}

export interface FakeSocket<Server extends object, Client extends object> extends FeedSocket<Server, Client> {
  connected: boolean;
  active: boolean;
  readonly sent: Sent[];
  connects: number;
  /** The server, or the library, says something. */
  hear(event: string, ...args: unknown[]): void;
  /** The requests sent since the last look. */
  takeSent(): unknown[];
}

export function fakeSocket<Server extends object, Client extends object>(): FakeSocket<Server, Client> {
  const listeners = new Map<string, ((...args: unknown[]) => void)[]>();
  const socket = {
    connected: false,
    active: true,
    connects: 0,
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
    disconnect: () => {
      socket.connected = false;
    },
    hear: (event: string, ...args: unknown[]) => {
      if (event === 'connect') socket.connected = true;
      if (event === 'disconnect') socket.connected = false;
      for (const listener of listeners.get(event) ?? []) listener(...args);
    },
    takeSent: () => socket.sent.splice(0).map(({ event, request }) => [event, request]),
  };
  return socket as unknown as FakeSocket<Server, Client>;
}

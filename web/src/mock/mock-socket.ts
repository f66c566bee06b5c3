/**
 * Implements a WebSocket that is its own server: it speaks as much of engine.io and socket.io as the client's feeds
 * use, and plays the mock's market. The library in front of it is the real one.
 */
import type { MarketEvent } from '@mua/contract/feeds/market-feed';
import { NAMESPACES } from '@mua/contract/feeds/messages';
import { LIMITS } from '@mua/contract/limits';
import { mockCandles, mockDepths, mockQuotes, mockTrades } from '#mock/mock-market.ts';

const GREETING = '0{"sid":"mock","upgrades":[],"pingInterval":600000,"pingTimeout":600000,"maxPayload":1000000}';
const FRAME_MS = 500;

interface Subscribe {
  readonly event: MarketEvent | 'account';
  readonly codes?: readonly string[];
  readonly accountId?: string;
}

export class MockSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  binaryType = 'blob';
  readyState: number = MockSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onclose: ((event: object) => void) | null = null;
  onerror: ((event: object) => void) | null = null;
  onmessage: ((event: { readonly data: string }) => void) | null = null;
  readonly #timers = new Map<string, ReturnType<typeof setInterval>>();
  #seq = 0;

  constructor() {
    setTimeout(() => {
      this.readyState = MockSocket.OPEN;
      this.onopen?.();
      this.#say(GREETING);
    });
  }

  send(data: string): void {
    const [, kind = '', space = '', id = '', body = ''] = /^(4[0-9])(\/[^,]+),(\d*)(.*)$/s.exec(data) ?? [];
    if (kind === '40') return this.#greet(space);
    if (kind !== '42') return;
    const [name, request] = JSON.parse(body) as [string, Subscribe];
    this.#say(`43${space},${id}[{"ok":true,"seq":${this.#seq}}]`);
    clearInterval(this.#timers.get(request.event));
    if (name === 'subscribe') this.#play(space, request);
  }

  close(): void {
    for (const timer of this.#timers.values()) clearInterval(timer);
    this.readyState = MockSocket.CLOSED;
    this.onclose?.({ code: 1000, reason: '', wasClean: true });
  }

  #greet(space: string): void {
    this.#say(`40${space},{"sid":"mock"}`);
    const beat = () => this.#send(space, 'heartbeat', { timeMs: Date.now(), marketMs: Date.now() });
    this.#timers.set('heartbeat', setInterval(beat, LIMITS.heartbeatMs));
  }

  #play(space: string, { event, codes = [], accountId }: Subscribe): void {
    if (space === NAMESPACES.investor) {
      return this.#send(space, 'snapshot', { event, accountId, seq: this.#seq, items: [] });
    }
    const frame = (kind: 'snapshot' | 'update') => {
      this.#seq += 1;
      this.#send(space, kind, { event, seq: this.#seq, items: itemsOf(event, codes, Date.now()) });
    };
    frame('snapshot');
    this.#timers.set(
      event,
      setInterval(() => frame('update'), FRAME_MS),
    );
  }

  #send(space: string, name: string, message: object): void {
    this.#say(`42${space},${JSON.stringify([name, message])}`);
  }

  #say(data: string): void {
    setTimeout(() => {
      if (this.readyState === MockSocket.OPEN) this.onmessage?.({ data });
    });
  }
}

function itemsOf(event: Subscribe['event'], codes: readonly string[], nowMs: number): readonly object[] {
  switch (event) {
    case 'prices':
      return mockQuotes(codes, nowMs);
    case 'depth':
      return mockDepths(codes, nowMs);
    case 'trades':
      return mockTrades(codes, nowMs);
    case 'candles':
      return codes.flatMap((code) =>
        mockCandles(code, { interval: '1m', beforeMs: nowMs, count: 1, nowMs }).map((bar) => ({ ...bar, code })),
      );
    case 'account':
      return [];
  }
}

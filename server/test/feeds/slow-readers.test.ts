/** Checks slow readers, simulated by sockets whose buffers the test fills. */
import { EventEmitter } from 'node:events';
import type { Namespace, Socket } from 'socket.io';
import { describe, expect, test } from 'vitest';
import { createMarketFeed } from '#feeds/market-feed.ts';
import { createMarketFrames } from '#feeds/market-frames.ts';
import { watchReaders } from '#feeds/slow-readers.ts';
import { manualClock } from '#ground/clock.ts';
import { stageMarket } from '#test/fixtures/market.ts';
import { CODE, CORN } from '../../../core/test/scenarios/broker.ts';

class StageSocket extends EventEmitter {
  readonly id = 'stage';
  onAny(): void {}
  readonly connected = true;
  readonly sent: string[] = [];
  readonly raw = {
    bufferedAmount: 0,
    _socket: { bytesWritten: 0, writableLength: 0 },
    closedBy: null as number | null,
    close(code: number): void {
      this.closedBy = code;
    },
  };
  readonly conn = {
    writeBuffer: [] as { data: string }[],
    transport: { socket: this.raw },
    write: (packet: string) => void this.sent.push(packet),
  };

  asSocket(): Socket {
    return this as unknown as Socket;
  }
}

describe('on a market feed', () => {
  function stage() {
    const namespace = Object.assign(new EventEmitter(), { name: '/market/v1.0' });
    const market = stageMarket([CODE]);
    const frames = createMarketFrames(market, () => CORN.grid);
    market.onUpdate((updates) => frames.note(updates));
    const feed = createMarketFeed({
      namespace: namespace as unknown as Namespace,
      frames,
      carries: () => true,
      rate: { take: () => true },
      onError: (error) => {
        throw error;
      },
    });
    const socket = new StageSocket();
    namespace.emit('connection', socket.asSocket());
    const subscribed = new Promise((resolve) => {
      socket.emit('subscribe', { event: 'prices', codes: [CODE] }, resolve);
    });
    return { market, feed, frames, socket, subscribed };
  }

  test('frames are dropped while the buffer is full, and a snapshot follows when it is not', async () => {
    const { market, feed, frames, socket, subscribed } = stage();
    await subscribed;
    const step = (bidLots: number): void => {
      market.move(CODE, { bidLots });
      // One reader is served in one turn.
      expect(feed.publish(frames.cut()).next().done).toBe(true);
    };
    step(10);
    socket.raw.bufferedAmount = 300_000;
    for (let lots = 11; lots < 1000; lots += 1) step(lots);
    expect(socket.sent).toHaveLength(2);
    socket.raw.bufferedAmount = 0;
    step(1000);
    step(1001);
    const [first, update, again, next] = socket.sent.map((packet) => JSON.parse(packet.slice(packet.indexOf('['))));
    expect([first[0], update[0], again[0], next[0]]).toEqual(['snapshot', 'update', 'snapshot', 'update']);
    expect(again[1]).toMatchObject({ seq: 991, items: [{ code: CODE, bidLots: 1000, ask: '450.25' }] });
    expect(next[1]).toEqual({ event: 'prices', seq: 992, items: [{ code: CODE, bidLots: 1001 }] });
  });
});

describe('on any feed', () => {
  function stage() {
    const wall = manualClock(0);
    const socket = new StageSocket();
    const quiet = { sockets: new Map() };
    watchReaders([quiet, { sockets: new Map([['stage', socket.asSocket()]]) }], wall);
    return { socket, pass: (seconds: number) => wall.advanceTo(wall.nowMs() + seconds * 1000) };
  }

  test('a reader that takes nothing for half a minute is disconnected', () => {
    const { socket, pass } = stage();
    socket.raw.bufferedAmount = 100;
    pass(30);
    expect(socket.raw.closedBy).toBeNull();
    pass(2);
    expect(socket.raw.closedBy).toBe(4008);
  });

  test('a reader that takes a little stays, however long the queue', () => {
    const { socket, pass } = stage();
    socket.raw.bufferedAmount = 1_000_000;
    for (let minute = 0; minute < 10; minute += 1) {
      pass(20);
      socket.raw._socket.bytesWritten += 1;
    }
    expect(socket.raw.closedBy).toBeNull();
  });

  test('a reader that lets a mebibyte pile up is disconnected at once', () => {
    const { socket, pass } = stage();
    socket.conn.writeBuffer.push({ data: 'x'.repeat(1_048_577) });
    pass(1);
    expect(socket.raw.closedBy).toBe(4008);
  });

  test('a reader with nothing to take stays', () => {
    const { socket, pass } = stage();
    pass(3600);
    expect(socket.raw.closedBy).toBeNull();
  });
});

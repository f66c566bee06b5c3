import { EventEmitter } from 'node:events';
import type { Namespace, Socket } from 'socket.io';
import { expect, test } from 'vitest';
import { createMarketFeed } from '#feeds/market-feed.ts';
import type { MarketFrames } from '#feeds/market-frames.ts';

/** One reader of a feed whose snapshots are got ready when the test says so, in the order in which they were asked for. */
function stage() {
  const waiting: (() => void)[] = [];
  const frames = {
    prepare: () => new Promise<void>((resolve) => waiting.push(resolve)),
    seqOf: () => 7,
    snapshot: (_event: string, codes: Iterable<string>) => JSON.stringify([...codes]),
  } as unknown as MarketFrames;
  const namespace = Object.assign(new EventEmitter(), { name: '/market/v1.0' });
  createMarketFeed({
    namespace: namespace as unknown as Namespace,
    frames,
    carries: () => true,
    rate: { take: () => true },
    onError: (error) => {
      throw error;
    },
  });
  const sent: string[] = [];
  const conn = { write: (packet: string) => void sent.push(packet) };
  const socket = Object.assign(new EventEmitter(), { id: 'stage', connected: true, conn, onAny: () => undefined });
  namespace.emit('connection', socket as unknown as Socket);
  const ask = (event: string, request: object) =>
    new Promise<unknown>((resolve) => {
      socket.emit(event, request, resolve);
    });
  return { sent, waiting, ask, subscribe: (...codes: string[]) => ask('subscribe', { event: 'candles', codes }) };
}

const OVERTAKEN = { ok: false, code: 'Unprocessable' };

test('of two subscriptions at once the later one counts, whichever is ready first', async () => {
  const { sent, waiting, subscribe } = stage();
  const answers = [subscribe('AAAZ26'), subscribe('BBBZ26')];
  waiting[1]?.();
  expect(await answers[1]).toEqual({ ok: true, seq: 7 });
  waiting[0]?.();
  expect(await answers[0]).toEqual(OVERTAKEN);
  expect(sent).toEqual(['2/market/v1.0,["snapshot",["BBBZ26"]]']);
});

test('a subscription that was ended before it was ready does not begin', async () => {
  const { sent, waiting, subscribe, ask } = stage();
  const answer = subscribe('AAAZ26');
  expect(await ask('unsubscribe', { event: 'candles' })).toEqual({ ok: true, seq: 7 });
  waiting[0]?.();
  expect([await answer, sent]).toEqual([OVERTAKEN, []]);
});

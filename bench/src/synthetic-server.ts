/**
 * Serves the built client and as much of the API as a visitor's board requests, over a synthetic market. Its feed sends
 * whole frames by the clock; a frame that is late is sent all the same, so that the load is what it claims to be.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Candle } from '@mua/contract/entities/candle';
import type { MarketClientEvents, MarketServerEvents } from '@mua/contract/feeds/market-feed';
import { NAMESPACES, SOCKET_PATH } from '@mua/contract/feeds/messages';
import { listCandles, listContracts, listSparklines, readPriceboard } from '@mua/contract/http/market';
import { readExtraInfo } from '@mua/contract/http/system';
import { LIMITS } from '@mua/contract/limits';
import { API_BASE, pathOf, type ReplyOf } from '@mua/contract/route';
import type { ProductType } from '@mua/core/values';
import { type Namespace, Server } from 'socket.io';
import type { SyntheticMarket } from '#synthetic-market.ts';

const WEB = resolve(fileURLToPath(new URL('../../web/dist/', import.meta.url)));
const FRAME_MS = 50;
const QUARTER_HOUR_MS = 900_000;
const BARS = 96;
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface SyntheticServer {
  readonly url: string;
  /** Number of fields changed so far. */
  cellsSent(): number;
  /** Sends no more frames: what the page shows now must be what the market is. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

export async function startSyntheticServer(market: SyntheticMarket, cellsPerFrame: number): Promise<SyntheticServer> {
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://bench');
    const answer = url.pathname.startsWith(`${API_BASE}/`)
      ? answerCall(market, url, response)
      : sendFile(url.pathname, response);
    answer.catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  const io = new Server<MarketClientEvents, MarketServerEvents>(http, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    serveClient: false,
  });
  const feeds = [
    openFeed(io.of(NAMESPACES.market), market, 'FUTURES'),
    openFeed(io.of(NAMESPACES.exchange), market, 'ACM'),
  ];
  let cells = 0;
  let isFrozen = false;
  let dueAt = performance.now();
  const frames = setInterval(() => {
    for (; dueAt <= performance.now(); dueAt += FRAME_MS) {
      if (isFrozen) continue;
      const changes = market.move(cellsPerFrame);
      for (const feed of feeds) feed.publish(changes);
      cells += cellsPerFrame;
    }
  }, FRAME_MS / 5);
  const heartbeats = setInterval(() => {
    for (const name of [NAMESPACES.market, NAMESPACES.exchange])
      io.of(name).emit('heartbeat', { timeMs: Date.now(), marketMs: Date.now() });
  }, LIMITS.heartbeatMs);
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    cellsSent: () => cells,
    freeze() {
      isFrozen = true;
    },
    thaw() {
      isFrozen = false;
    },
    async close() {
      clearInterval(frames);
      clearInterval(heartbeats);
      // Closes the HTTP server too.
      await io.close();
    },
  };
}

interface Feed {
  publish(changes: ReturnType<SyntheticMarket['move']>): void;
}

/** The board subscribes to every contract, so one room holds all of them. Other events have no content. */
function openFeed(
  namespace: Namespace<MarketClientEvents, MarketServerEvents>,
  market: SyntheticMarket,
  productType: ProductType,
): Feed {
  const codes = new Set(market.contracts.filter((one) => one.productType === productType).map(({ code }) => code));
  let seq = 0;
  namespace.on('connection', (socket) => {
    socket.on('subscribe', ({ event }, acknowledge) => {
      acknowledge({ ok: true, seq });
      const items = event === 'prices' ? market.quotes().filter(({ code }) => codes.has(code)) : [];
      socket.emit('snapshot', { event, seq, items } as Parameters<MarketServerEvents['snapshot']>[0]);
      void socket.join(event);
    });
    socket.on('unsubscribe', ({ event }, acknowledge) => {
      void socket.leave(event);
      acknowledge({ ok: true, seq });
    });
  });
  return {
    publish(changes) {
      seq += 1;
      const items = changes.filter(({ code }) => codes.has(code));
      if (items.length > 0) namespace.to('prices').emit('update', { event: 'prices', seq, items });
    },
  };
}

async function answerCall(market: SyntheticMarket, url: URL, response: ServerResponse): Promise<void> {
  const body = replyTo(market, url);
  const unknown = { code: 'NotFound', facts: {}, requestId: 'bench' };
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body ?? unknown));
}

const CANDLES = new RegExp(`^${pathOf(listCandles).replace('{contractCode}', '([^/]+)')}$`);

/** Answers what a visitor's board requests; anything else is unknown. */
function replyTo(market: SyntheticMarket, { pathname: path, searchParams }: URL): object | undefined {
  switch (path) {
    case pathOf(listSparklines):
      return { items: (searchParams.get('contractCodes') ?? '').split(',').map((code) => lineOf(market, code)) };
    case pathOf(listContracts):
      return { items: market.contracts, nextCursor: null };
    case pathOf(readPriceboard):
      return { seq: 0, items: market.quotes() };
    case pathOf(readExtraInfo):
      return extraInfo();
  }
  const code = CANDLES.exec(path)?.[1];
  const contract = market.contracts.find((one) => one.code === code);
  return contract && { items: barsAround(contract.settlementPrice ?? '0'), nextCursor: null, tradeDates: null };
}

function lineOf(market: SyntheticMarket, contractCode: string) {
  const contract = market.contracts.find(({ code }) => code === contractCode);
  const bars = barsAround(contract?.settlementPrice ?? '0');
  return { contractCode, times: bars.map(({ time }) => time), closes: bars.map(({ close }) => close) };
}

function extraInfo(): ReplyOf<typeof readExtraInfo> {
  return {
    ...{ version: 'bench', mode: 'demo', venue: 'simulated', marketHours: 'always', clock: 'system', demoSignIn: null },
    engineTime: new Date().toISOString(),
  };
}

/** Builds a day of quarter hours that open and close at one price: a line, drawn as any other. */
function barsAround(price: string): Candle[] {
  const now = Math.floor(Date.now() / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
  return Array.from({ length: BARS }, (_, index) => ({
    time: new Date(now - (BARS - index) * QUARTER_HOUR_MS).toISOString(),
    ...{ open: price, high: price, low: price, close: price, volume: 100 },
  }));
}

/** Sends a file of the built client, else its shell: the client's own router knows the path. */
async function sendFile(path: string, response: ServerResponse): Promise<void> {
  const wanted = join(WEB, path);
  const isFile = extname(path) !== '' && wanted.startsWith(WEB + sep);
  const file = isFile ? wanted : join(WEB, 'index.html');
  try {
    const body = await readFile(file);
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
}

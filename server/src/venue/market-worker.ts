/** The market's thread: receives the time and requests, and posts its output. */
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '#ground/clock.ts';
import { createRecordedMarket } from '#venue/recorded/recorded-market.ts';
import { createSimulatedMarket } from '#venue/simulated/simulated-market.ts';
import type { Market, MarketOutput } from '#venue/thread/market.ts';
import type { FromMarket, MarketWorkerData, ToMarket } from '#venue/thread/messages.ts';

/**
 * How often the market is stepped and published: the conflation for everything downstream
 * (docs/rules/market.md#makers-and-takers).
 */
const STEP_MS = 100;

if (!parentPort) throw new Error('market-worker runs as a worker thread');
const port = parentPort;
const data: MarketWorkerData = workerData;
const market = open();

function open(): Market {
  const { plan, epoch, startMs } = data;
  if (plan.kind === 'simulated') return createSimulatedMarket({ ...plan, epoch, startMs });
  return createRecordedMarket({ ...plan, epoch, startMs });
}

function post(message: FromMarket): void {
  port.postMessage(message);
}

function postOutput({ reports, updates, link }: MarketOutput, nowMs: number, isAnswer = false): void {
  if (reports.length === 0 && updates.length === 0 && !link && !isAnswer) return;
  const marketMs = market.marketTimeMs(nowMs);
  post({ kind: 'output', reports, updates, ...(link ? { link } : {}), marketMs, tapeFromMs: market.tapeFromMs() });
}

port.on('message', (message: ToMarket) => {
  const { nowMs } = message;
  switch (message.kind) {
    case 'requests':
      postOutput(market.handle(message.requests, nowMs), nowMs);
      break;
    case 'endTradeDate':
      postOutput(market.endTradeDate(message.end, nowMs), nowMs);
      break;
    case 'session':
      postOutput(market.setSession(message.change, nowMs), nowMs);
      break;
    case 'list':
      postOutput(market.list(message.contracts, nowMs), nowMs);
      break;
    case 'halt':
      postOutput(market.setHalt(message.contractCode, message.isHalted, nowMs), nowMs);
      break;
    case 'link':
      postOutput(market.setLink(message.isUp, message.reason, nowMs), nowMs);
      break;
    case 'listOpen':
      postOutput(market.listOpen(nowMs), nowMs);
      break;
    case 'scenario':
      if (market.setScenario) postOutput(market.setScenario(message.contractCode, message.scenario, nowMs), nowMs);
      break;
    case 'play':
      // Posted even if nothing traded: the caller waits for the position.
      if (market.play) postOutput(market.play(message.playback, message.jumpToMs, nowMs), nowMs, true);
      break;
    case 'settle':
      postOutput(market.step(nowMs), nowMs);
      post({ kind: 'settled', id: message.id });
      break;
    case 'bars':
      post({ kind: 'bars', id: message.id, bars: market.bars?.(message.query) ?? [] });
      break;
  }
});

postOutput(market.step(data.startMs), data.startMs, true);
if (data.isSelfDriven) {
  const clock = systemClock(data.startMs);
  clock.every(STEP_MS, () => {
    const nowMs = clock.nowMs();
    postOutput(market.step(nowMs), nowMs);
  });
}

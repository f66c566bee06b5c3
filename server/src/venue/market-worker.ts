/**
 * The market's thread: opens it when it is told how, receives the time and requests, and posts its output. It may have
 * been started earlier, to play what needs no more than the seed.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '#ground/clock.ts';
import { createRecordedMarket } from '#venue/recorded/recorded-market.ts';
import { playHeadStart } from '#venue/simulated/head-start.ts';
import { createSimulatedMarket } from '#venue/simulated/simulated-market.ts';
import type { Market, MarketOutput } from '#venue/thread/market.ts';
import type { FromMarket, MarketOpening, MarketWorkerData, ToMarket } from '#venue/thread/messages.ts';

/**
 * How often the market is stepped and published: the conflation for everything downstream
 * (docs/rules/market.md#makers-and-takers).
 */
const STEP_MS = 100;

if (!parentPort) throw new Error('market-worker runs as a worker thread');
const port = parentPort;
const begun: MarketWorkerData = workerData;
const headStart = begun ? playHeadStart(begun) : undefined;
port.once('message', serve);

function open({ plan, epoch, startMs }: MarketOpening): Market {
  if (plan.kind === 'simulated') return createSimulatedMarket({ ...plan, epoch, startMs, headStart });
  return createRecordedMarket({ ...plan, epoch, startMs });
}

function post(message: FromMarket): void {
  port.postMessage(message);
}

function serve(opening: MarketOpening): void {
  const market = open(opening);
  const postOutput = ({ reports, updates, link }: MarketOutput, nowMs: number, isAnswer = false): void => {
    if (reports.length === 0 && updates.length === 0 && !link && !isAnswer) return;
    const marketMs = market.marketTimeMs(nowMs);
    post({ kind: 'output', reports, updates, ...(link ? { link } : {}), marketMs, tapeFromMs: market.tapeFromMs() });
  };
  const take = (message: ToMarket): void => {
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
  };
  port.on('message', take);
  postOutput(market.step(opening.startMs), opening.startMs, true);
  if (opening.isSelfDriven) {
    const clock = systemClock(opening.startMs);
    clock.every(STEP_MS, () => {
      const nowMs = clock.nowMs();
      postOutput(market.step(nowMs), nowMs);
    });
  }
}

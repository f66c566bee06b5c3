/** The thread that computes history, so that charts do not delay orders or prices. */
import { parentPort, workerData } from 'node:worker_threads';
import { createHistory } from '#venue/simulated/history.ts';
import type { HistoryAnswer, HistoryWorkerData, ToHistory } from '#venue/simulated/history-thread.ts';

if (!parentPort) throw new Error('history-worker runs as a worker thread');
const port = parentPort;
const data: HistoryWorkerData = workerData;
const history = createHistory(data);

port.on('message', (message: ToHistory) => {
  if (message.kind === 'list') return history.list(message.contracts);
  const { id, untilMs } = message;
  const answer: HistoryAnswer =
    message.kind === 'bars'
      ? { id, bars: history.bars(message.query, untilMs), held: [] }
      : { id, bars: [], held: history.openInterest(message.query, untilMs) };
  port.postMessage(answer);
});

/**
 * Verifies the journal again and again while the server runs, slowly, and at once when an operator asks. What it finds
 * stops nothing: trading goes on from memory, and an old row that is damaged is mended from a backup. But somebody must
 * know.
 */
import type { JournalDamage } from '@mua/contract/http/operator-journal';
import { startWorker } from '#ground/worker-threads.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import type { JournalReport } from '#journal/verify.ts';

export interface VerifyWorkerData {
  readonly url: string;
  readonly headSeq: number;
  readonly restMs: number;
}

/** By the seq that was reached, and that of the head. */
type TellProgress = (progress: { readonly reached: number; readonly whole: number }) => void;

export interface Scrub {
  /** Goes through all of it without a rest, and tells how far it is. */
  verify(tell: TellProgress): Promise<JournalReport>;
  /** Of the pass under way, or 0. */
  readonly reachedSeq: number;
  /** When the last whole pass ended, in ms of the clock; 0 before the first. */
  readonly completedMs: number;
  readonly damage: JournalDamage | null;
  stop(): void;
}

/** After each five hundred batches: a million commands in ten minutes, which nobody notices. */
const REST_MS = 250;

export function openScrub(deps: {
  readonly url: string;
  readonly sequencer: Pick<Sequencer, 'durableSeq'>;
  readonly nowMs: () => number;
  /** Of slow passes: until the first, and between two. */
  readonly firstMs: number;
  readonly everyMs: number;
  /** Another process makes them: this one verifies when it is asked. */
  readonly hasNoPasses?: boolean;
  readonly onDamage: (damage: JournalDamage) => void;
  readonly onError: (error: unknown) => void;
}): Scrub {
  const { url, sequencer, nowMs, firstMs, everyMs, hasNoPasses = false, onDamage, onError } = deps;
  let [reachedSeq, completedMs] = [0, 0];
  let damage: JournalDamage | null = null;
  let isStopped = false;
  const workers = new Set<ReturnType<typeof startWorker>>();

  function pass(restMs: number, tell: TellProgress = () => {}): Promise<JournalReport> {
    const headSeq = sequencer.durableSeq;
    tell({ reached: 0, whole: headSeq });
    const workerData: VerifyWorkerData = { url, headSeq, restMs };
    const worker = startWorker('journal/verify-worker', workerData);
    workers.add(worker);
    return new Promise<JournalReport>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'done') return resolve(message.report);
        reachedSeq = message.seq;
        tell({ reached: message.seq, whole: headSeq });
      });
      worker.on('error', reject);
      worker.on('exit', () => {
        workers.delete(worker);
        reject(new Error('the verification was ended'));
      });
    }).then(note);
  }

  function note(report: JournalReport): JournalReport {
    [reachedSeq, completedMs] = [0, nowMs()];
    const isNews = report.damage !== null && report.damage.seq !== damage?.seq;
    damage = report.damage;
    if (report.damage && isNews) onDamage(report.damage);
    return report;
  }

  const passSlowly = (): void => {
    timer = setTimeout(passSlowly, everyMs).unref();
    if (workers.size === 0) pass(REST_MS).catch((error: unknown) => isStopped || onError(error));
  };
  let timer = hasNoPasses ? undefined : setTimeout(passSlowly, firstMs).unref();
  return {
    verify: (tell) => pass(0, tell),
    get reachedSeq() {
      return reachedSeq;
    },
    get completedMs() {
      return completedMs;
    },
    get damage() {
      return damage;
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const worker of workers) void worker.terminate();
    },
  };
}

type FromWorker =
  | { readonly kind: 'reached'; readonly seq: number }
  | { readonly kind: 'done'; readonly report: JournalReport };

/**
 * Reads identity documents on this machine, without any outside service: one at a time, in a short-lived child process
 * of low priority. If the wait would be too long, the request is refused at once.
 */
import { z } from 'zod';
import { combineEvidence, type DocumentKind } from '#identity-documents/combine-evidence.ts';
import type { DocumentReading, IdentityReader } from '#identity-documents/document-reading.ts';
import { runLimitedChild } from '#identity-documents/limited-child.ts';
import { busy, type Refusal } from '#identity-documents/refusal.ts';
import { createWaitingLine } from '#identity-documents/waiting-line.ts';

export interface ReaderLimits {
  /**
   * Limit for waiting and reading together. A clean card takes a second or two, and the investor can go on meanwhile.
   */
  readonly deadlineMs: number;
  readonly mostWaiting: number;
}

const LIMITS: ReaderLimits = { deadlineMs: 30_000, mostWaiting: 6 };
/** Processor time, which a busy machine may take long to grant. */
const WORK_SECONDS = 30;
/** Two recognisers and one document of twelve megapixels. */
const MEMORY_MB = 700;
const ANSWER_BYTES = 1024 * 1024;
const RETRY_SECONDS = 15;
/** With less time left than this, no reading is started. */
const SHORTEST_TURN_MS = 2_000;

/** The child's output is validated like a stranger's input. */
const EVIDENCE = z.object({
  source: z.enum(['QR', 'MRZ', 'TEXT']),
  text: z.string().max(20_000),
  confidence: z.number().min(0).max(1),
});

export function createLocalReader({ deadlineMs, mostWaiting }: ReaderLimits = LIMITS): IdentityReader {
  const line = createWaitingLine(1, mostWaiting);

  async function read(
    kind: DocumentKind,
    pictures: readonly Buffer[],
    today: string,
  ): Promise<DocumentReading | Refusal> {
    const untilMs = performance.now() + deadlineMs;
    const task = async (): Promise<DocumentReading | undefined> => {
      const left = Math.round(untilMs - performance.now());
      const request = Buffer.from(JSON.stringify({ kind, today }));
      const limits = {
        workSeconds: WORK_SECONDS,
        deadlineMs: left,
        memoryMb: MEMORY_MB,
        // Its two recognisers have one each.
        threads: 3,
        answerBytes: ANSWER_BYTES,
      };
      const { end, frames } = await runLimitedChild(
        'identity-documents/reading-worker',
        [request, ...pictures],
        limits,
      );
      // Running out of time before anything was read does not mean that the document is unreadable.
      if ((end === 'TIME' || end === 'KILLED') && frames.length === 0) return undefined;
      const evidence = frames.map((frame) => EVIDENCE.parse(JSON.parse(frame.toString())));
      return combineEvidence(kind, evidence, today);
    };
    return (await line(task, deadlineMs - SHORTEST_TURN_MS)) ?? busy(RETRY_SECONDS);
  }

  return {
    readIdCard: (front, back, today) => read('ID_CARD', [front, back], today),
    readPassport: (picture, today) => read('PASSPORT', [picture], today),
  };
}

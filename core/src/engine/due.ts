/** What time alone makes happen. */
import { nextCancelAfterMs } from '#engine/cancel-after.ts';
import { nextClosingMs } from '#engine/copies.ts';
import { nextErrandMs } from '#engine/copy-errands.ts';
import type { EngineState } from '#engine/state.ts';

/**
 * When something happens next without anybody's command: an account's margin state, an overdue answer of an exchange,
 * what concerns followers and is not done yet, another try to close a copy, a sender who has not been heard.
 */
export function nextDueMs(state: EngineState): number {
  const [first] = state.awaitingAnswer;
  const answerDueMs = first?.answerDueMs ?? Number.POSITIVE_INFINITY;
  const copyingMs = Math.min(nextClosingMs(state), nextErrandMs(state));
  return Math.min(state.nextDueMs, answerDueMs, copyingMs, nextCancelAfterMs(state));
}

/** What time alone makes happen. */
import { nextClosingMs } from '#engine/copies.ts';
import type { EngineState } from '#engine/state.ts';

/**
 * When something happens next without anybody's command: an account's margin state, an overdue answer of an exchange,
 * what concerns followers and is not done yet, another try to close a copy.
 */
export function nextDueMs(state: EngineState): number {
  if (state.copying.errands.length > 0) return state.timeMs;
  const [first] = state.awaitingAnswer;
  return Math.min(state.nextDueMs, first?.answerDueMs ?? Number.POSITIVE_INFINITY, nextClosingMs(state));
}

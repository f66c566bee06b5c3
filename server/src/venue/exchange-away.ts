/**
 * Until the exchange is up after a start of ours it can't answer: what was asked before the crash and has no answer is
 * not unanswered, its link is down. Said once, before anything lets time pass; the exchange that comes up is handed every
 * live order, or says how they stand.
 */
import type { CommandBody, EngineState } from '@mua/core/engine';

const STARTED = 'the broker has started';

export async function awayUntilUp(sequencer: {
  readonly state: EngineState;
  submit(body: CommandBody): Promise<unknown>;
}): Promise<void> {
  const { awaitingAnswer, venues } = sequencer.state;
  if (awaitingAnswer.size === 0) return;
  for (const { name, isConnected } of [...venues.values()])
    if (isConnected) await sequencer.submit({ kind: 'loseVenue', venue: name, reason: STARTED });
}

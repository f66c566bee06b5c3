/**
 * Marks the exchange's link as down at a start, until the exchange is up: requests from before the crash are not
 * unanswered, the link is. Entered once, before time advances; afterwards the exchange gets every live order, or lists
 * their states.
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

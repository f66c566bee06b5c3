/**
 * Journals reached price alerts. The engine holds none: the server watches the market and enters what was reached, and
 * the journal guarantees one notification each. So a thousand alerts cost an order nothing.
 */

import type { Step } from '#engine/step.ts';
import type { NoteAlert } from '#engine/system-commands.ts';
import { assert } from '#values/whole-numbers.ts';

/** Records a reached alert, of which the owner is notified. */
export function noteAlert(step: Step, { kind: _entered, ...reached }: NoteAlert): void {
  const { accountId, contractCode, direction, priceTicks, lastTicks } = reached;
  assert(step.state.accounts.has(accountId), `an alert of an unknown account ${accountId}`);
  assert(step.state.contracts.has(contractCode), `an alert at an unlisted contract ${contractCode}`);
  const isReached = direction === 'ABOVE' ? lastTicks >= priceTicks : lastTicks <= priceTicks;
  assert(isReached, `an alert ${direction} ${priceTicks} is not reached by ${lastTicks}`);
  const { alertId, note } = reached;
  step.events.push({
    kind: 'alertReached',
    ...{ accountId, alertId, contractCode, direction, priceTicks, lastTicks, note },
  });
}

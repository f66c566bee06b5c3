/**
 * Price alerts. The engine holds none: whoever watches the market enters what it reached, and the journal is why it is
 * told exactly once. Alerts wait beside the books, so that a thousand of them cost an order nothing.
 */

import type { NoteAlert } from '#engine/commands.ts';
import type { Step } from '#engine/step.ts';
import { assert } from '#values/whole-numbers.ts';

/** Only the record of it, which the owner is told of. */
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

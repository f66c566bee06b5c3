/** The timeline of a conditional order, made like that of an order (order-timeline.ts). */

import type { TimelineEvent, TimelineTerms } from '@mua/contract/entities/order-timeline';
import type { RowReasonReply } from '@mua/contract/errors';
import { durationToWire } from '@mua/contract/wire';
import type { PriceGrid } from '@mua/core/values';
import type { ConditionalState, RefusedState } from '#journal/projections/order-steps.ts';
import { type ConditionalRecord, trailToWire } from '#orders/conditional-wire.ts';
import { refusedChange, type Shown, type StoredStep, stamped } from '#orders/order-timeline.ts';
import { rejectionToWire } from '#orders/order-wire.ts';
import { priceOrNull } from '#wire/wire-text.ts';

export type ConditionalStep = StoredStep & { readonly stand: ConditionalState | RefusedState };

export interface ConditionalStory {
  /** The current record, for the fields that never change. */
  readonly conditional: ConditionalRecord;
  readonly grid: PriceGrid;
}

/** If steps were omitted after the first, the next one only sets the state. */
export function conditionalEvents(
  steps: readonly ConditionalStep[],
  story: ConditionalStory,
  hasOmitted = false,
): TimelineEvent[] {
  const events: TimelineEvent[] = [];
  let before: ConditionalState | null = null;
  let isShown = !hasOmitted;
  for (const { stand, ...step } of steps) {
    if (!('status' in stand)) {
      events.push(...stamped(step, [refusedChange(step.cause, rejectionToWire(stand.refusal, story.grid))]));
      continue;
    }
    if (before === null) events.push(...stamped(step, beginning(stand, story)));
    else if (isShown) events.push(...stamped(step, whatHappened(step, { before, after: stand }, story.grid)));
    else isShown = true;
    before = stand;
  }
  return events;
}

function beginning(stand: ConditionalState, { conditional, grid }: ConditionalStory): Shown[] {
  const { parentOrderId } = conditional;
  const received: Shown = {
    kind: 'received',
    facts: {
      origin: 'INVESTOR',
      conditionalOrderId: null,
      entryOrderId: parentOrderId,
      terms: termsToWire(stand, grid),
    },
  };
  if (stand.refusal) return [received, { kind: 'refused', facts: { rejection: rejectionToWire(stand.refusal, grid) } }];
  const waitsFor = parentOrderId !== null && stand.armedLots === 0 ? 'ENTRY' : 'PRICE';
  return [received, { kind: 'waiting', facts: { waitsFor } }];
}

interface Change {
  readonly before: ConditionalState;
  readonly after: ConditionalState;
}

function whatHappened({ cause }: StoredStep, { before, after }: Change, grid: PriceGrid): Shown[] {
  const reported: Shown[] = [];
  if (cause === 'modifyConditional') reported.push({ kind: 'modified', facts: { terms: termsToWire(after, grid) } });
  else if (after.armedLots > before.armedLots)
    reported.push({ kind: 'armed', facts: { armedQuantity: after.armedLots } });
  else if (after.armedLots < before.armedLots) reported.push({ kind: 'reduced', facts: { quantity: after.armedLots } });
  return [...reported, ...firedEvents({ before, after }, grid), ...endEvents({ before, after }, grid)];
}

function firedEvents({ before, after }: Change, grid: PriceGrid): Shown[] {
  const { triggeredTicks, triggeredLeg = null, currentStopTicks, stopLossTicks, takeProfitTicks, childOrderId } = after;
  if (triggeredTicks === undefined || before.triggeredTicks !== undefined) return [];
  const reached = { TRAIL: currentStopTicks, STOP_LOSS: stopLossTicks, TAKE_PROFIT: takeProfitTicks };
  const stopTicks = triggeredLeg === null ? undefined : reached[triggeredLeg];
  const facts = {
    price: priceOrNull(triggeredTicks, grid),
    stopPrice: priceOrNull(stopTicks, grid),
    leg: triggeredLeg,
  };
  const reported: Shown[] = [{ kind: 'triggered', facts }];
  if (childOrderId) reported.push({ kind: 'childSent', facts: { childOrderId } });
  return reported;
}

function endEvents({ before, after }: Change, grid: PriceGrid): Shown[] {
  const { status, lots, refusal } = after;
  if (status === before.status) return [];
  const reason = reasonOf(after);
  if (status === 'CANCELLED') return [{ kind: 'cancelled', facts: { leftLots: lots, reason } }];
  if (status !== 'FAILED') return [];
  return [{ kind: 'failed', facts: { rejection: refusal ? rejectionToWire(refusal, grid) : null, reason } }];
}

function reasonOf({ reason }: ConditionalState): RowReasonReply | null {
  return !reason || reason === 'UserRequest' ? null : { code: reason, facts: {} };
}

function termsToWire(stand: ConditionalState, grid: PriceGrid): TimelineTerms {
  return {
    quantity: stand.lots,
    limitPrice: null,
    stopPrice: priceOrNull(stand.currentStopTicks, grid),
    ...durationToWire(stand.duration),
    expirationDate: stand.expirationDate ?? null,
    ...trailToWire(stand.trail ?? null, grid),
    takeProfit: priceOrNull(stand.takeProfitTicks, grid),
    stopLoss: priceOrNull(stand.stopLossTicks, grid),
  };
}

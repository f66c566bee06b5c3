/**
 * The two steps of sending: the first press arms, the second sends, after a pause and within a time limit
 * (`useArming`). Any change by hand disarms, and so does another sub-account; the price that follows the market does
 * not. What was typed is kept until the order is accepted.
 */
import type { Facts } from '@mua/contract/errors';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Arming, useArming } from '#design/arming.ts';
import { requestOf } from '#features/order-ticket/ticket-draft.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { sendOrder } from '#orders/sent-orders.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { freshId } from '#session/fresh-id.ts';
import { useOneStep } from '#session/one-step-store.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export type TicketFault =
  | { readonly kind: 'refused'; readonly code: string; readonly facts: Facts }
  | { readonly kind: 'absent' };

export interface TicketSending {
  readonly isArmed: boolean;
  /** How long it stays armed; a press sends only when it is ready. */
  readonly arming: Pick<Arming, 'isReady' | 'secondsLeft' | 'shareLeft'>;
  /** One press sends: if chosen on this device, and never for a sub-account that is not on screen. */
  readonly isOneStep: boolean;
  /** Result of the last attempt, until something is changed. */
  readonly fault: TicketFault | null;
  /** One press of the button. */
  press(): void;
}

/** The state at the first press. */
interface Armed {
  readonly revision: number;
  readonly accountId: string;
  readonly onScreenId: string | null;
}

export function useSending(ticket: Ticket, onTaken?: () => void): TicketSending {
  const client = useQueryClient();
  const isOneStepHere = useOneStep((state) => state.isOneStep);
  const { draft, contract, read, choice, issues } = ticket;
  const { revision } = draft;
  const [armed, setArmed] = useState<Armed | null>(null);
  const arming = useArming();
  const [failed, setFailed] = useState<{ readonly at: number; readonly fault: TicketFault } | null>(null);
  const hasErrors = issues.errors.length > 0;
  const isArmed =
    arming.sinceMs !== null &&
    armed?.revision === revision &&
    armed.accountId === choice.actor?.accountId &&
    armed.onScreenId === choice.onScreenId &&
    !hasErrors;
  const isOneStep = isOneStepHere && choice.isOnScreen && draft.askedRevision !== revision;

  // What could not be sent a moment ago has to be armed again, not sent by a press intended for the earlier state.
  const { disarm } = arming;
  useEffect(() => {
    if (!armed || isArmed) return;
    setArmed(null);
    disarm();
  }, [armed, isArmed, disarm]);

  async function send(actor: AccountActor): Promise<void> {
    const { code, decimalFormat: grid } = contract;
    const clientOrderId = draft.clientOrderId ?? freshId();
    const body = requestOf(read, { contractCode: code, clientOrderId, grid });
    draft.keepOwner(actor);
    draft.keepClientOrderId(clientOrderId);
    setFailed(null);
    setArmed(null);
    disarm();
    const state = await sendOrder(client, { actor, request: { kind: 'place', body } });
    const now = useTicketDraft.getState();
    // The ticket has moved on to another contract: its draft does not belong to this order.
    if (now.clientOrderId !== clientOrderId) return;
    if (state.kind === 'absent' || state.kind === 'refused') setFailed({ at: now.revision, fault: state });
    if (state.kind === 'taken' || state.kind === 'refused') now.settle(clientOrderId, state.kind);
    if (state.kind === 'taken') onTaken?.();
  }

  return {
    isArmed,
    arming: { isReady: isArmed && arming.isReady, secondsLeft: arming.secondsLeft, shareLeft: arming.shareLeft },
    isOneStep,
    fault: failed?.at === revision ? failed.fault : null,
    press: () => {
      const { actor } = choice;
      if (hasErrors || !actor) return;
      const readiness = isArmed ? arming.stand() : 'none';
      if (isOneStep || readiness === 'ready') return void send(actor);
      if (readiness === 'pausing') return;
      draft.keepOwner(actor);
      setArmed({ revision, accountId: actor.accountId, onScreenId: choice.onScreenId });
      arming.arm();
      setFailed(null);
    },
  };
}

/** Passes on to the engine whose orders to cancel when nothing is heard of them (docs/rules/orders.md#cancel-when-gone). */
import type { CancelAfterRequest, CancelAfter as WireCancelAfter } from '@mua/contract/http/cancel-after';
import type { CancelAfter, EngineState } from '@mua/core/engine';
import type { Actor } from '#http/actor.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import { orderRefused } from '#orders/refused-order.ts';
import { instantText } from '#wire/wire-text.ts';

/** Of whose silence something follows, and for which sub-account. */
interface Sending {
  readonly actor: Pick<Actor, 'browserSessionId' | 'grant'>;
  readonly accountId: string;
}

export interface CancelAfters {
  /** Resolves once it is durable. */
  set(sending: Sending, request: CancelAfterRequest): Promise<WireCancelAfter>;
  /** The caller's own. */
  read(sending: Sending): WireCancelAfter;
}

export function createCancelAfters(submit: Sequencer['submit'], state: EngineState): CancelAfters {
  return {
    async set({ actor, accountId }, { seconds, includesGoodTill = false }) {
      const sender = senderOf(actor);
      const timeoutMs = seconds * 1_000;
      // An investor who is there ends also what an ended session or grant of theirs has left behind; a program its own.
      const endsAll = seconds === 0 && !actor.grant ? { endsAll: true as const } : {};
      const asked = { accountId, sender, timeoutMs, includesGoodTill, ...endsAll };
      const { command, events } = await submit({ kind: 'setCancelAfter', ...asked });
      for (const event of events) {
        if (event.kind === 'commandRefused') throw orderRefused(event.refusal, undefined, {}, command.seq);
        if (event.kind === 'cancelAfterChanged' && !event.isDue && event.sender === sender)
          return toWire(event.cancelAfter);
      }
      throw new Error('a wish to cancel when gone was neither taken nor refused');
    },
    read({ actor, accountId }) {
      const bySender = state.cancelAfters.get(accountId);
      // What was asked for before senders had names is whoever's who speaks next.
      return toWire(bySender?.get(senderOf(actor)) ?? bySender?.get(undefined) ?? null);
    },
  };
}

/**
 * A browser, with all its tabs, or a program's grant. The journal keeps the number of the browser session, which opens
 * nothing, as its cookie would, and stays through a step-up or another sign-in.
 */
function senderOf({ browserSessionId }: Sending['actor']): string {
  return browserSessionId;
}

function toWire(set: Readonly<CancelAfter> | null): WireCancelAfter {
  if (!set) return { seconds: 0, includesGoodTill: false, cancelsAt: null };
  const { timeoutMs, includesGoodTill, dueMs } = set;
  return { seconds: timeoutMs / 1_000, includesGoodTill, cancelsAt: instantText(dueMs) };
}

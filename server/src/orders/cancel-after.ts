/** Passes on to the engine whose orders to cancel when nothing is heard of them (docs/rules/orders.md#cancel-when-gone). */
import type { CancelAfterRequest, CancelAfter as WireCancelAfter } from '@mua/contract/http/cancel-after';
import type { CancelAfter, EngineState } from '@mua/core/engine';
import type { Sequencer } from '#journal/sequencer.ts';
import { replyError } from '#refusals/reply-error.ts';
import { instantText } from '#wire/wire-text.ts';

export interface CancelAfters {
  /** Resolves once it is durable. */
  set(accountId: string, request: CancelAfterRequest): Promise<WireCancelAfter>;
  read(accountId: string): WireCancelAfter;
}

export function createCancelAfters(submit: Sequencer['submit'], state: EngineState): CancelAfters {
  return {
    async set(accountId, { seconds, includesGoodTill = false }) {
      const timeoutMs = seconds * 1_000;
      const { events } = await submit({ kind: 'setCancelAfter', accountId, timeoutMs, includesGoodTill });
      for (const event of events)
        if (event.kind === 'cancelAfterChanged' && !event.isDue && event.accountId === accountId)
          return toWire(event.cancelAfter);
      throw replyError('InvestorTradingAccountNotFound', {});
    },
    read: (accountId) => toWire(state.cancelAfters.get(accountId) ?? null),
  };
}

function toWire(set: Readonly<CancelAfter> | null): WireCancelAfter {
  if (!set) return { seconds: 0, includesGoodTill: false, cancelsAt: null };
  const { timeoutMs, includesGoodTill, dueMs } = set;
  return { seconds: timeoutMs / 1_000, includesGoodTill, cancelsAt: instantText(dueMs) };
}

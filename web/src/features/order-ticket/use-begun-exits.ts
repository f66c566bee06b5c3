/**
 * Gives a draft the exits that go with each entry: when it begins, or when a ticket first shows it, wherever it began.
 * Exits that somebody chose for it are left alone.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { useLayoutEffect, useRef } from 'react';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { keptExitsKey, useKeptExits } from '#session/kept-exits-store.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export function useBegunExits({ commodityCode }: Contract, actor: AccountActor | null): void {
  const key = actor && keptExitsKey(actor.accountId, commodityCode);
  const kept = useKeptExits(({ exits }) => (key === null ? undefined : exits[key]));
  const begun = useTicketDraft(({ firstRevision }) => `${firstRevision} ${key}`);
  const shown = useRef<string | null>(null);
  // Runs before paint: a ticket never shows without exits and then with them.
  useLayoutEffect(() => {
    const isNew = shown.current !== begun;
    shown.current = begun;
    const { revision, firstRevision, beginExits } = useTicketDraft.getState();
    // Later, another choice for each entry is for the next one: this order may be about to be sent.
    if (isNew || revision === firstRevision) beginExits(kept?.isOn ? kept : null);
  }, [kept, begun]);
}

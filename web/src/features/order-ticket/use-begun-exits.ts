/** Gives a draft that nobody has changed yet the exits that go with each entry. */
import type { Contract } from '@mua/contract/entities/contract';
import { useLayoutEffect } from 'react';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { keptExitsKey, useKeptExits } from '#session/kept-exits-store.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export function useBegunExits({ commodityCode }: Contract, actor: AccountActor | null): void {
  const key = actor && keptExitsKey(actor.accountId, commodityCode);
  const kept = useKeptExits(({ exits }) => (key === null ? undefined : exits[key]));
  const isUntouched = useTicketDraft(({ revision, firstRevision }) => revision === firstRevision);
  const begun = useTicketDraft(({ firstRevision }) => firstRevision);
  // Runs before paint: a ticket never shows without exits and then with them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each draft that begins is a reason.
  useLayoutEffect(() => {
    if (isUntouched) useTicketDraft.getState().beginExits(kept?.isOn ? kept : null);
  }, [kept, isUntouched, begun]);
}

/** The deposits of a sub-account and the banks that take them; both follow what the account's feed says. */
import type { Deposit } from '@mua/contract/entities/deposit';
import { createDeposit, listDepositBanks, listDeposits } from '@mua/contract/http/deposits';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { subscribeAccountEvents } from '#ledger/account-events.ts';
import { type AccountActor, callAs } from '#signed-in/actor.ts';

/** No message tells that a payment is being checked: while one is awaited, the list is read this often. */
const LOOK_MS = 5_000;

export function depositBanksQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'deposit-banks'] as const,
    queryFn: ({ signal }) => callAs(userId, listDepositBanks, { signal }),
  });
}

/** The newest ones. */
export function depositsQuery({ userId, accountId }: AccountActor) {
  return queryOptions({
    queryKey: [userId, 'deposits', accountId] as const,
    queryFn: async ({ signal }) =>
      (await callAs(userId, listDeposits, { params: { accountId }, query: {}, signal })).items,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? LOOK_MS : false),
  });
}

export function isOpen({ status, checking }: Deposit): boolean {
  return status === 'WAITING' || checking !== null;
}

export async function askForDeposit(
  client: QueryClient,
  actor: AccountActor,
  asked: { readonly amount: string; readonly bankId: string },
): Promise<Deposit> {
  const { userId, accountId } = actor;
  const made = await callAs(userId, createDeposit, { params: { accountId }, body: asked });
  const { queryKey } = depositsQuery(actor);
  client.setQueryData<Deposit[]>(queryKey, (known) => known && [made, ...known]);
  await client.invalidateQueries({ queryKey });
  return made;
}

/** Reads them again when money has come. Returns a function that stops it. */
export function followDeposits(client: QueryClient): () => void {
  return subscribeAccountEvents(({ userId, accountId, items, isSnapshot }) => {
    const hasCome = items.some((item) => item.kind === 'message' && item.message.code === 'DepositCredited');
    if (hasCome || isSnapshot)
      void client.invalidateQueries({ queryKey: depositsQuery({ userId, accountId }).queryKey });
  });
}

/** Reads an investor's papers, and which of them still need a signature (docs/rules/people.md#digital-contracts). */
import type { DigitalSignature } from '@mua/contract/entities/digital-signature';
import { listDigitalSignatures } from '@mua/contract/http/digital-signatures';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callAs, useActiveUser } from '#signed-in/actor.ts';

export function signaturesQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'digital-signatures'] as const,
    queryFn: async ({ signal }) => (await callAs(userId, listDigitalSignatures, { signal })).items,
  });
}

/** Tells whether a paper still needs a signature: a refused one can be signed too. The server lists these first. */
export function isOpen({ status }: DigitalSignature): boolean {
  return status !== 'SIGNED';
}

/** Returns those of the active investor; none while they are not known. */
export function usePapersToSign(): readonly DigitalSignature[] {
  const userId = useActiveUser();
  const { data = [] } = useQuery({ ...signaturesQuery(userId ?? ''), enabled: userId !== null });
  return data.filter(isOpen);
}

/** The papers of an investor, and those that wait for a signature (docs/rules/people.md#digital-contracts). */
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

/** Those to sign first, as the server lists them; a refused one can still be signed. */
export function isOpen({ status }: DigitalSignature): boolean {
  return status !== 'SIGNED';
}

/** Of the active investor; none while they are not known. */
export function usePapersToSign(): readonly DigitalSignature[] {
  const userId = useActiveUser();
  const { data = [] } = useQuery({ ...signaturesQuery(userId ?? ''), enabled: userId !== null });
  return data.filter(isOpen);
}

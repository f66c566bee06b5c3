/** Asks for a PIN or for the password again when a call requires it; loaded on demand. */
import { Suspense } from 'react';
import { late } from '#app/late.ts';
import { withAccountWords } from '#i18n/i18n.ts';
import { useProofDemands } from '#session/proof-demand.ts';

const ProofDialogs = late(async () => ({
  default: (await withAccountWords(() => import('#features/security/proof-dialogs.tsx'))).ProofDialogs,
}));

export function AskedProofs() {
  const isAsked = useProofDemands(({ demands }) => demands.length > 0);
  if (!isAsked) return null;
  return (
    <Suspense>
      <ProofDialogs />
    </Suspense>
  );
}

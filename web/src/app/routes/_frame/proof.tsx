import { createFileRoute } from '@tanstack/react-router';
import { loadProofWords } from '#i18n/i18n.ts';
import { ProofPage } from '#pages/proof/proof-page.tsx';
import { clientConfig } from '#wire/client-config.ts';

export const Route = createFileRoute('/_frame/proof')({
  loader: loadProofWords,
  component: () => <ProofPage appName={clientConfig().appName} />,
});

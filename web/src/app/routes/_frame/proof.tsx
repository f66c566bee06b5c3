import { createFileRoute } from '@tanstack/react-router';
import { loadLaterWords } from '#i18n/i18n.ts';
import { ProofPage } from '#pages/proof/proof-page.tsx';
import { clientConfig } from '#wire/client-config.ts';

export const Route = createFileRoute('/_frame/proof')({
  loader: loadLaterWords,
  component: () => <ProofPage appName={clientConfig().appName} />,
});

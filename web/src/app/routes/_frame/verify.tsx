import { createFileRoute } from '@tanstack/react-router';
import { loadProofWords } from '#i18n/i18n.ts';
import { VerifyPage } from '#pages/verify/verify-page.tsx';
import { clientConfig } from '#wire/client-config.ts';

export const Route = createFileRoute('/_frame/verify')({
  loader: loadProofWords,
  component: () => <VerifyPage appName={clientConfig().appName} />,
});

/** A demo's own bank; a server that is no demo has no such page (docs/rules/screens.md#pages). */
import { createFileRoute, notFound } from '@tanstack/react-router';
import { loadAccountWords } from '#i18n/i18n.ts';
import { extraInfoQuery } from '#market/system.ts';
import { DemoBankPage } from '#pages/demo-bank/demo-bank-page.tsx';

export const Route = createFileRoute('/_frame/dev/bank')({
  loader: async ({ context: { queryClient } }) => {
    const [info] = await Promise.all([queryClient.ensureQueryData(extraInfoQuery()), loadAccountWords()]);
    if (info.mode !== 'demo') throw notFound();
  },
  component: DemoBankPage,
});

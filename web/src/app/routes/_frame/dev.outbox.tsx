/** Shows a demo's own mailbox; other servers have no such page (docs/rules/screens.md#pages). */
import { createFileRoute, notFound } from '@tanstack/react-router';
import { loadAccountWords } from '#i18n/i18n.ts';
import { extraInfoQuery } from '#market/system.ts';
import { OutboxPage } from '#pages/outbox/outbox-page.tsx';

export const Route = createFileRoute('/_frame/dev/outbox')({
  loader: async ({ context: { queryClient } }) => {
    const [info] = await Promise.all([queryClient.ensureQueryData(extraInfoQuery()), loadAccountWords()]);
    if (info.mode !== 'demo') throw notFound();
  },
  component: OutboxPage,
});

import { createFileRoute } from '@tanstack/react-router';
import { loadKeysWords } from '#i18n/i18n.ts';
import { ShortcutsPage } from '#pages/shortcuts/shortcuts-page.tsx';

export const Route = createFileRoute('/_frame/account-overview/shortcuts')({
  loader: loadKeysWords,
  component: ShortcutsPage,
});

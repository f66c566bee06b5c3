import { createFileRoute } from '@tanstack/react-router';
import { loadPreviewWords } from '#i18n/i18n.ts';
import { ThemePreviewPage } from '#pages/theme-preview/theme-preview-page.tsx';

export const Route = createFileRoute('/_frame/theme-preview')({
  loader: loadPreviewWords,
  component: ThemePreviewPage,
});

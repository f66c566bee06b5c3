import { createFileRoute } from '@tanstack/react-router';
import { ThemePreviewPage } from '#pages/theme-preview/theme-preview-page.tsx';

export const Route = createFileRoute('/_frame/theme-preview')({ component: ThemePreviewPage });

import { createFileRoute } from '@tanstack/react-router';
import { SignaturePage } from '#pages/digital-signature/signature-page.tsx';

export const Route = createFileRoute('/_frame/account-overview/digital-signature')({ component: SignaturePage });

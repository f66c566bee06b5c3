import { createFileRoute } from '@tanstack/react-router';
import { ContactPage } from '#pages/contact-information/contact-page.tsx';

export const Route = createFileRoute('/_frame/account-overview/contact-information')({ component: ContactPage });

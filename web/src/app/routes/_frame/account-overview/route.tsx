/** Wraps the account pages; visitors are redirected to sign in before they get here (session/access-rule.ts). */
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { loadAccountWords } from '#i18n/i18n.ts';
import { AccountFrame } from '#pages/account-overview/account-frame.tsx';

export const Route = createFileRoute('/_frame/account-overview')({
  loader: loadAccountWords,
  component: () => (
    <AccountFrame>
      <Outlet />
    </AccountFrame>
  ),
});

/** Wraps the pages of copy trading, which have no room beside them; visitors are redirected to sign in before. */
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { loadCopyingWords } from '#i18n/i18n.ts';
import { CopyTradeFrame } from '#pages/copy-trade/copy-trade-frame.tsx';

export const Route = createFileRoute('/_frame/account-overview_/copy-trade')({
  loader: loadCopyingWords,
  component: () => (
    <CopyTradeFrame>
      <Outlet />
    </CopyTradeFrame>
  ),
});

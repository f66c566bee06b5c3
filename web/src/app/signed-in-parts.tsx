/** What runs on every page of somebody who is signed in and shows nothing by itself until there is something to say. */
import { LateSelection } from '#app/late-selection.tsx';
import { OwnKeepsakes } from '#app/own-keepsakes.tsx';
import { OwnPush } from '#app/own-push.tsx';
import { Presence } from '#app/presence.tsx';
import { SeenNotices } from '#app/seen-notices.tsx';
import { UnseenRefusals } from '#app/unseen-refusals.tsx';
import { NoticeToasts } from '#features/mailbox/notice-toasts.tsx';
import { useOpenedNotice } from '#features/mailbox/use-opened-notice.ts';
import { AlertToasts } from '#features/price-alerts/alert-toasts.tsx';

export function SignedInParts() {
  const open = useOpenedNotice();
  return (
    <>
      <AlertToasts onOpen={(owner, target) => void open({ ...owner, rollOf: null, target })} />
      <NoticeToasts />
      <SeenNotices />
      <LateSelection />
      <Presence />
      <OwnPush />
      <OwnKeepsakes />
      <UnseenRefusals />
    </>
  );
}

/** Lets the tab be heard for as long as somebody's orders depend on it, and tells whoever comes back what happened. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { useSilenceText } from '#i18n/silence-text.ts';
import { putAway, sayStillHere, useCancelWhenGone } from '#orders/cancel-when-gone.ts';
import { useNamedAccount } from '#signed-in/accounts.ts';
import { useActiveUser } from '#signed-in/actor.ts';

export function Presence() {
  const isWaitedFor = useCancelWhenGone(({ waiting }) => Object.keys(waiting).length > 0);
  const cancelled = useCancelWhenGone((state) => state.cancelled);
  useEffect(() => {
    if (!isWaitedFor) return;
    const worker = new Worker(new URL('./beat-worker.ts', import.meta.url), { type: 'module', name: 'beat-worker' });
    const speak = () => void sayStillHere();
    worker.addEventListener('message', speak);
    // A page that was asleep is heard at once.
    document.addEventListener('visibilitychange', speak);
    window.addEventListener('online', speak);
    speak();
    return () => {
      worker.terminate();
      document.removeEventListener('visibilitychange', speak);
      window.removeEventListener('online', speak);
    };
  }, [isWaitedFor]);
  const userId = useActiveUser();
  return Object.entries(cancelled)
    .filter(([, came]) => came.userId === userId)
    .map(([accountId, { seconds }]) => <CancelledNews key={accountId} accountId={accountId} seconds={seconds} />);
}

function CancelledNews({ accountId, seconds }: { readonly accountId: string; readonly seconds: number }) {
  const { t } = useTranslation();
  const silence = useSilenceText();
  const { name } = useNamedAccount(accountId);
  useEffect(() => {
    const id = `gone-${accountId}`;
    toast.warning(
      t(($) => $.orders.gone.cancelled, { silence: silence(seconds) }),
      {
        id,
        description: name,
        duration: Number.POSITIVE_INFINITY,
        closeButton: true,
        onDismiss: () => putAway(accountId),
      },
    );
  }, [accountId, name, seconds, silence, t]);
  useEffect(() => () => void toast.dismiss(`gone-${accountId}`), [accountId]);
  return null;
}

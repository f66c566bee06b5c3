/** Lets the tab be heard for as long as somebody's orders depend on it, and tells whoever comes back what happened. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { useSilenceText } from '#i18n/silence-text.ts';
import { sayStillHere, useCancelWhenGone } from '#orders/cancel-when-gone.ts';

export function Presence() {
  const isWaitedFor = useCancelWhenGone(({ waiting }) => Object.keys(waiting).length > 0);
  const cancelled = useCancelWhenGone((state) => state.cancelled);
  const { t } = useTranslation();
  const silence = useSilenceText();
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
  useEffect(() => {
    for (const [accountId, seconds] of Object.entries(cancelled))
      toast.warning(
        t(($) => $.orders.gone.cancelled, { silence: silence(seconds) }),
        {
          id: `gone-${accountId}`,
          duration: Number.POSITIVE_INFINITY,
          closeButton: true,
        },
      );
  }, [cancelled, silence, t]);
  return null;
}

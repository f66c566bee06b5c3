/**
 * Runs the offline shell (vite.config.ts lists what it may answer). A new release waits until the user accepts it: a
 * page with a half-filled ticket is never reloaded unasked.
 */

import { registerSW } from 'virtual:pwa-register';
import i18next from 'i18next';
import { toast } from '#design/ui/feedback/toaster.tsx';

export function startServiceWorker(): void {
  const update = registerSW({
    onNeedRefresh: () =>
      toast.info(
        i18next.t(($) => $.shell.update.title),
        {
          id: 'update',
          duration: Number.POSITIVE_INFINITY,
          action: { label: i18next.t(($) => $.shell.update.button), onClick: () => void update(true) },
        },
      ),
  });
}

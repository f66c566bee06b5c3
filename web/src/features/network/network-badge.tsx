/**
 * The indicator in a page's footer. Its popup is preloaded after the first price, because it could not be loaded
 * without the network.
 */
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NetworkButton } from '#features/network/network-button.tsx';
import type { NetworkPopupProps } from '#features/network/network-popup.tsx';
import { withConnectionWords } from '#i18n/i18n.ts';
import { useAfterFirstPrice } from '#market/first-price.ts';
import { useNetworkStatus } from '#network/network-store.ts';
import { useOpenDialog } from '#session/open-dialog.ts';

export function NetworkBadge() {
  const { t } = useTranslation();
  const status = useNetworkStatus();
  const { dialog, open, close } = useOpenDialog();
  const isOpen = dialog === 'network';
  const button = useRef<HTMLButtonElement>(null);
  const Popup = usePopup();
  return (
    <>
      <NetworkButton ref={button} aria-expanded={isOpen} onClick={() => (isOpen ? close() : open('network'))} />
      {Popup && <Popup isOpen={isOpen} onClose={close} button={button} />}
      {/* Announces only a change of the status, not every ping. */}
      <output aria-live="polite" className="sr-only">
        {t(($) => $.network.status[status])}
      </output>
    </>
  );
}

/** Null until it has loaded; if that fails, the next page retries. */
function usePopup(): ComponentType<NetworkPopupProps> | null {
  const [Popup, setPopup] = useState<ComponentType<NetworkPopupProps> | null>(null);
  const isLate = useAfterFirstPrice();
  useEffect(() => {
    if (!isLate) return;
    withConnectionWords(() => import('#features/network/network-popup.tsx')).then(
      ({ NetworkPopup }) => setPopup(() => NetworkPopup),
      () => undefined,
    );
  }, [isLate]);
  return Popup;
}

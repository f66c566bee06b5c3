/**
 * The popup of the indicator: beside it on a desktop, a sheet from below on a phone. Wherever it is opened from, it is
 * the same one.
 */
import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { focusSheet, Sheet, SheetContent, SheetTitle } from '#design/ui/dialogs/sheet.tsx';
import { Popover, PopoverAnchor, PopoverContent } from '#design/ui/overlays/popover.tsx';
import { NetworkPanel } from '#features/network/network-panel.tsx';

export interface NetworkPopupProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The indicator, which opens and closes it itself. */
  readonly button: RefObject<HTMLButtonElement | null>;
}

export function NetworkPopup(props: NetworkPopupProps) {
  return useNarrowScreen() ? <FromBelow {...props} /> : <BesideButton {...props} />;
}

function BesideButton({ isOpen, onClose, button }: NetworkPopupProps) {
  const { t } = useTranslation();
  const isLeft = useRef(false);
  return (
    <Popover open={isOpen} onOpenChange={(next) => !next && onClose()}>
      {/* Mounted for as long as this component is; the library's type does not know that a ref may be empty. */}
      <PopoverAnchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <PopoverContent
        side="top"
        className="w-88"
        tabIndex={-1}
        aria-label={t(($) => $.network.title)}
        onOpenAutoFocus={(event) => {
          isLeft.current = false;
          focusSheet(event);
        }}
        onInteractOutside={(event) => {
          isLeft.current = true;
          if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault();
        }}
        // If it was closed by pressing something else, the focus belongs there.
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (!isLeft.current) button.current?.focus();
        }}
      >
        <NetworkPanel />
      </PopoverContent>
    </Popover>
  );
}

function FromBelow({ isOpen, onClose }: NetworkPopupProps) {
  const { t } = useTranslation();
  return (
    <Sheet open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <SheetContent className="px-4 pb-5" aria-describedby={undefined} onOpenAutoFocus={focusSheet}>
        <SheetTitle className="pt-3 pb-2 font-semibold text-16">{t(($) => $.network.title)}</SheetTitle>
        <NetworkPanel />
      </SheetContent>
    </Sheet>
  );
}

/**
 * The camera, with a frame to fit the document into and a word on what it sees. Always dark, whatever the theme: bright
 * surroundings make a phone expose wrongly. What was taken is looked at before it is sent.
 */
import type { PictureKind } from '@mua/contract/entities/registration';
import { X } from 'lucide-react';
import { Dialog as DialogPrimitive } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { useReturnFocus } from '#design/ui/dialogs/return-focus.ts';
import { CameraView } from '#pages/account-overview/ekyc/camera-view.tsx';
import { useObjectUrl } from '#pages/account-overview/ekyc/object-url.ts';

interface CameraSheetProps {
  readonly title: string;
  readonly kind: PictureKind;
  readonly onClose: () => void;
  readonly onTake: (shot: Blob) => void;
}

export function CameraSheet({ title, kind, onClose, onTake }: CameraSheetProps) {
  const { t } = useTranslation();
  const returnFocus = useReturnFocus();
  const [shot, setShot] = useState<Blob | null>(null);
  const [isAutomatic, setAutomatic] = useState(true);
  const takeAgain = () => {
    // Whoever did not like what took itself presses for the next one.
    setAutomatic(false);
    setShot(null);
  };
  return (
    <DialogPrimitive.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogPrimitive.Portal>
        <DialogPrimitive.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          data-theme="dark"
          data-testid="camera"
          className="dark fixed inset-0 z-50 flex flex-col bg-[#05060a] text-[#f2f4f8] outline-none"
        >
          <header className="flex h-13 shrink-0 low:h-11 items-center gap-2 px-2">
            <DialogPrimitive.Close
              aria-label={t(($) => $.application.camera.close)}
              className="grid size-11 place-items-center rounded-md"
            >
              <X aria-hidden className="size-5" />
            </DialogPrimitive.Close>
            <DialogPrimitive.Title className="flex-1 pr-11 text-center font-semibold text-16">
              {title}
            </DialogPrimitive.Title>
          </header>
          {shot ? (
            <Taken shot={shot} onAgain={takeAgain} onUse={() => onTake(shot)} />
          ) : (
            <CameraView
              kind={kind}
              isAutomatic={isAutomatic}
              onAutomatic={setAutomatic}
              onShot={setShot}
              onFile={onTake}
            />
          )}
        </DialogPrimitive.Content>
      </DialogPrimitive.Portal>
    </DialogPrimitive.Root>
  );
}

function Taken({ shot, onAgain, onUse }: { shot: Blob; onAgain: () => void; onUse: () => void }) {
  const { t } = useTranslation();
  const url = useObjectUrl(shot);
  return (
    <>
      <div className="relative min-h-0 flex-1">
        {url && (
          // Read first, and no button: a key that is still down from taking it agrees to nothing.
          <img
            ref={(picture) => picture?.focus()}
            tabIndex={-1}
            src={url}
            alt={t(($) => $.application.camera.seen)}
            className="absolute inset-0 size-full object-contain p-4 outline-none low:p-1"
          />
        )}
      </div>
      <p className="px-4 text-center text-12 text-[#c3cad6]">{t(($) => $.application.camera.private)}</p>
      <div className="mx-auto grid w-full max-w-md grid-cols-2 gap-3 p-4 low:py-2">
        <Button variant="outline" className="h-12" onClick={onAgain}>
          {t(($) => $.application.camera.again)}
        </Button>
        <Button variant="primary" className="h-12" onClick={onUse} data-testid="camera-use">
          {t(($) => $.application.camera.use)}
        </Button>
      </div>
    </>
  );
}

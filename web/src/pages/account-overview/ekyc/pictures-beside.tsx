/** The pictures beside the fields that were read from them, so that both are compared at a glance; one press enlarges. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogContent, DialogTitle } from '#design/ui/dialogs/dialog.tsx';
import { KeptPicture } from '#pages/account-overview/ekyc/kept-picture.tsx';

export interface PictureBeside {
  readonly kind: 'ID_FRONT' | 'ID_BACK' | 'PASSPORT';
  readonly imageId: string;
}

export function PicturesBeside({ pictures }: { readonly pictures: readonly PictureBeside[] }) {
  const { t } = useTranslation();
  const [enlarged, setEnlarged] = useState<PictureBeside | null>(null);
  return (
    <div className="grid grid-cols-2 gap-3 xl:sticky xl:top-4 xl:grid-cols-1">
      {pictures.map((picture) => {
        const title = t(($) => $.application.picture[picture.kind]);
        return (
          <button
            key={picture.kind}
            type="button"
            aria-label={t(($) => $.application.enlarge, { picture: title })}
            onClick={() => setEnlarged(picture)}
            className="grid gap-1 text-left"
          >
            <span className="block aspect-[1.586] cursor-zoom-in overflow-hidden rounded-md border border-border bg-surface-2">
              <KeptPicture imageId={picture.imageId} alt="" />
            </span>
            <span className="text-12 text-fg-2">{title}</span>
          </button>
        );
      })}
      <Dialog open={enlarged !== null} onOpenChange={() => setEnlarged(null)}>
        {enlarged && (
          <DialogContent aria-describedby={undefined} className="w-[1100px]">
            <DialogTitle>{t(($) => $.application.picture[enlarged.kind])}</DialogTitle>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys too */}
            <div tabIndex={0} className="max-h-[75dvh] min-h-40 overflow-auto">
              <KeptPicture imageId={enlarged.imageId} alt={t(($) => $.application.picture[enlarged.kind])} />
            </div>
          </DialogContent>
        )}
      </Dialog>
    </div>
  );
}

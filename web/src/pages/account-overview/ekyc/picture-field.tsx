/** A picture of a document: taken, chosen or dropped; sent, shown, and with what is wrong with it and how to mend that. */
import type { Picture, PictureKind } from '@mua/contract/entities/registration';
import { Camera, Check, ImageUp, TriangleAlert } from 'lucide-react';
import { type DragEvent, lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { KeptPicture, LocalPicture } from '#pages/account-overview/ekyc/kept-picture.tsx';
import { PictureInput } from '#pages/account-overview/ekyc/picture-input.tsx';
import { useSubmission } from '#wire/submission.ts';

const CameraSheet = lazy(async () => ({
  default: (await import('#pages/account-overview/ekyc/camera-sheet.tsx')).CameraSheet,
}));

interface PictureFieldProps {
  readonly kind: Exclude<PictureKind, 'SELFIE'>;
  readonly picture: Picture | undefined;
  readonly fault: ReactNode | undefined;
  /** Rejects with a `CallError`; the picture stays here then, and can be sent again. */
  readonly onKeep: (file: Blob) => Promise<unknown>;
}

export function PictureField({ kind, picture, fault, onKeep }: PictureFieldProps) {
  const { t } = useTranslation();
  const title = t(($) => $.application.picture[kind]);
  const titleId = useId();
  const stateId = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [isCameraOpen, setCameraOpen] = useState(false);
  const [unsent, setUnsent] = useState<Blob | null>(null);
  const { isBusy, refusal, submit } = useSubmission();
  const send = async (file: Blob) => {
    if (isBusy) return;
    setUnsent(file);
    const refused = await submit(() => onKeep(file));
    // What is no picture would be refused again.
    if (refused === null || refused.code === 'InvalidType') setUnsent(null);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (file) void send(file);
  };
  return (
    <fieldset
      aria-labelledby={titleId}
      aria-describedby={stateId}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      data-testid={`picture-${kind}`}
      {...(fault !== undefined && { 'data-fault': '' })}
      className="grid min-w-0 content-start gap-3 rounded-lg border border-border bg-surface-2 p-3"
    >
      <p id={titleId} className="font-medium">
        {title}
      </p>
      <div className="relative grid aspect-[1.586] place-items-center overflow-hidden rounded-md border border-border border-dashed bg-surface">
        {unsent || picture ? (
          <div className="absolute inset-0">
            {unsent ? (
              <LocalPicture file={unsent} alt={title} isDim={isBusy} />
            ) : (
              picture && <KeptPicture imageId={picture.imageId} alt={title} />
            )}
          </div>
        ) : (
          <p className="grid justify-items-center gap-1 px-4 text-center text-12 text-fg-3">
            <ImageUp aria-hidden className="size-6" />
            <span className="max-md:hidden">{t(($) => $.application.picture.drop)}</span>
            {t(($) => $.application.picture.types)}
          </p>
        )}
      </div>
      <div id={stateId} role="status" className="grid gap-2 empty:hidden">
        {isBusy ? (
          <p className="text-12 text-fg-2">{t(($) => $.application.picture.sending)}</p>
        ) : (
          !unsent && picture && <PictureState picture={picture} />
        )}
        {fault && !refusal && <p className="text-12 text-danger">{fault}</p>}
      </div>
      {refusal && (
        <div className="grid justify-items-start gap-2">
          <RefusalNote refusal={refusal} />
          {unsent && (
            <Button variant="outline" className="max-md:h-11" onClick={() => void send(unsent)}>
              {t(($) => $.application.picture.sendAgain)}
            </Button>
          )}
        </div>
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button variant="outline" className="h-10 max-md:h-11" busy={isBusy} onClick={() => setCameraOpen(true)}>
          <Camera aria-hidden />
          {t(($) => (picture ? $.application.picture.again : $.application.picture.take))}
        </Button>
        <Button variant="outline" className="h-10 max-md:h-11" busy={isBusy} onClick={() => chooser.current?.click()}>
          {t(($) => (picture ? $.application.picture.other : $.application.picture.choose))}
        </Button>
        <PictureInput ref={chooser} label={title} onFile={(file) => void send(file)} />
      </div>
      {isCameraOpen && (
        <Suspense fallback={null}>
          <CameraSheet
            title={title}
            kind={kind}
            onClose={() => setCameraOpen(false)}
            onTake={(shot) => {
              setCameraOpen(false);
              void send(shot);
            }}
          />
        </Suspense>
      )}
    </fieldset>
  );
}

function PictureState({ picture }: { readonly picture: Picture }) {
  const { t } = useTranslation();
  if (picture.faults.length === 0) {
    return (
      <p className="flex items-start gap-1.5 text-12 text-success">
        <Check aria-hidden className="mt-px size-3.5 shrink-0" />
        {t(($) => $.application.picture.good)}
      </p>
    );
  }
  return (
    <>
      <ul className="grid gap-1 text-13 text-warning">
        {picture.faults.map(({ code }) => (
          <li key={code} className="flex items-start gap-1.5">
            <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            {t(($) => $.application.pictureFault[code])}
          </li>
        ))}
      </ul>
      <p className="text-12 text-fg-2">{t(($) => $.application.faultyPicture)}</p>
    </>
  );
}

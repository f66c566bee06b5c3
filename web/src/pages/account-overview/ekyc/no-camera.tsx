/** There is no camera to be had: why, and the file that can be chosen instead, there and then. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { PictureInput } from '#pages/account-overview/ekyc/picture-input.tsx';

interface NoCameraProps {
  readonly why: 'denied' | 'busy' | 'missing';
  readonly onAgain: () => void;
  readonly onFile: (file: Blob) => void;
}

export function NoCamera({ why, onAgain, onFile }: NoCameraProps) {
  const { t } = useTranslation();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div className="m-auto grid w-full max-w-sm gap-4 p-6 text-center">
      <p role="alert" className="leading-6">
        {t(($) => $.application.camera[why])}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Button variant="outline" className="h-12" onClick={onAgain}>
          {t(($) => $.application.camera.retry)}
        </Button>
        <Button
          variant="primary"
          className="h-12"
          autoFocus
          onClick={() => chooser.current?.click()}
          data-testid="camera-file"
        >
          {t(($) => $.application.picture.choose)}
        </Button>
      </div>
      <PictureInput ref={chooser} label={t(($) => $.application.picture.choose)} onFile={onFile} />
    </div>
  );
}

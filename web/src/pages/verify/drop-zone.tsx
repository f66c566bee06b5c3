/** Where the file is dropped, or chosen by whoever can't drop one. It stays on this machine. */
import { Upload } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Button } from '#design/ui/controls/button.tsx';

interface DropZoneProps {
  readonly isAgain: boolean;
  readonly onFile: (file: File) => void;
}

export function DropZone({ isAgain, onFile }: DropZoneProps) {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: whoever can't drop a file has the button in it.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'grid justify-items-center gap-3 rounded-lg border-[1.5px] border-input border-dashed bg-surface px-6 py-9 text-center low:py-4',
        isOver && 'border-ring bg-primary-soft',
      )}
      data-testid="verify-drop"
    >
      <Upload aria-hidden className="size-7 text-fg-2" strokeWidth={1.75} />
      <p className="font-medium text-14">{t(($) => $.contracts.check.drop)}</p>
      <Button variant="outline" className="max-md:h-11" onClick={() => input.current?.click()}>
        {t(($) => (isAgain ? $.contracts.check.chooseOther : $.contracts.check.choose))}
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf,application/json,.json"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again once it was mended.
          event.target.value = '';
          if (file) onFile(file);
        }}
        data-testid="verify-file"
      />
    </div>
  );
}

/** The browser's own way to a file, opened by a button beside it. */
import type { Ref } from 'react';

/** A phone turns its own kinds into the first of these when it is asked for them. */
const TAKEN_TYPES = 'image/jpeg,image/png,image/webp';

interface PictureInputProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
  readonly onFile: (file: File) => void;
}

export function PictureInput({ ref, label, onFile }: PictureInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={TAKEN_TYPES}
      hidden
      aria-label={label}
      onChange={({ target }) => {
        const file = target.files?.[0];
        if (file) onFile(file);
        // The same file may be chosen again after a refusal.
        target.value = '';
      }}
    />
  );
}

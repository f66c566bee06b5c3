/** Lays out a label above, a hint or fault below, and the wiring that lets a screen reader read all three together. */
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from '#design/class-names.ts';
import { Label } from '#design/ui/controls/label.tsx';

export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

export interface FieldProps {
  readonly label: ReactNode;
  /** Content right of the label: a link or a limit. */
  readonly aside?: ReactNode;
  readonly hint?: ReactNode;
  readonly warning?: ReactNode;
  readonly error?: ReactNode;
  /** True on account pages and sign-in, which are read at arm's length. */
  readonly roomy?: boolean;
  readonly className?: string | undefined;
  readonly children: (control: FieldControl) => ReactNode;
}

export function Field({ label, aside, hint, warning, error, roomy = false, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error || warning || hint;
  const hasNote = Boolean(note);
  return (
    <div data-slot="field" className={cn('grid min-w-0 gap-1', roomy && 'gap-1.5', className)}>
      <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-2">
        <Label htmlFor={id} className={roomy ? 'font-medium text-13 text-foreground' : undefined}>
          {label}
        </Label>
        {aside && <span className="text-12 text-fg-2">{aside}</span>}
      </div>
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hasNote && <FieldNote id={noteId} tone={error ? 'error' : warning ? 'warning' : 'hint'} text={note} />}
    </div>
  );
}

const NOTE_TONES = { hint: 'text-fg-3 text-11', warning: 'text-warning text-12', error: 'text-danger text-12' };

function FieldNote({ id, tone, text }: { id: string; tone: keyof typeof NOTE_TONES; text: ReactNode }) {
  return (
    <p id={id} className={cn('flex items-start gap-1.5 leading-4', NOTE_TONES[tone])}>
      {tone !== 'hint' && <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />}
      <span>{text}</span>
    </p>
  );
}

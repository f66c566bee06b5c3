/** Draws a chip of 24 px: a filter that is on or off, or one that can be removed. */
import { X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';

export interface ChipProps extends ComponentProps<'button'> {
  readonly on?: boolean;
}

const chip =
  'inline-flex h-6 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-sm border px-2 font-medium text-12 transition-colors duration-(--fast)';

export function Chip({ on = false, className, type = 'button', ...props }: ChipProps) {
  return (
    <button
      type={type}
      data-slot="chip"
      aria-pressed={on}
      className={cn(
        chip,
        on
          ? 'border-transparent bg-primary-soft text-primary-text'
          : 'border-border-strong text-fg-2 hover:bg-surface-3 disabled:border-border disabled:text-disabled',
        className,
      )}
      {...props}
    />
  );
}

export function RemovableChip({
  name,
  onRemove,
  className,
}: {
  name: string;
  onRemove: () => void;
  className?: string | undefined;
}) {
  const { t } = useTranslation();
  return (
    <span data-slot="chip" className={cn(chip, 'border-border-strong pr-0.5 text-fg-2', className)}>
      {name}
      <button
        type="button"
        className="grid size-5 place-items-center rounded-sm hover:bg-surface-3 hover:text-foreground"
        aria-label={t(($) => $.shell.action.remove, { name })}
        onClick={onRemove}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}

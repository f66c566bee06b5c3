/** The star of a row: toggles it as a favourite. */
import type { TFunction } from 'i18next';
import { Star } from 'lucide-react';
import { cn } from '#design/class-names.ts';

export interface FavoriteButtonProps {
  readonly code: string;
  readonly t: TFunction;
  readonly isOn: boolean;
  readonly isReachable: boolean;
  readonly onToggle: (code: string) => void;
  readonly className?: string;
}

export function FavoriteButton({ code, t, isOn, isReachable, onToggle, className }: FavoriteButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={isOn ? t(($) => $.board.unfavorite, { code }) : t(($) => $.board.favorite, { code })}
      tabIndex={isReachable ? 0 : -1}
      data-testid={`star-${code}`}
      onClick={(event) => {
        event.stopPropagation();
        onToggle(code);
      }}
      onDoubleClick={(event) => event.stopPropagation()}
      className={cn(
        'grid place-items-center rounded-[3px] text-disabled hover:text-fg-2',
        isOn && 'text-primary-text',
        className,
      )}
    >
      <Star aria-hidden className={cn('size-3.5', isOn && 'fill-current')} />
    </button>
  );
}

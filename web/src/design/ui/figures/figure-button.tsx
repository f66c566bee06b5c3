/** Draws a figure as a button: at rest like any figure, underlined with dots under pointer or focus. */
import type { AnyExplanation } from '@mua/core/preview';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import type { ExplanationText, ExplanationWriter } from '#i18n/explanation-text.ts';

export interface ExplainedFigureProps extends Pick<ExplanationWriter, 'grid' | 'currency' | 'texts'> {
  /** Name of the figure: read before it, and the popover's title. */
  readonly name: string;
  /**
   * Called while the popover is open, so that its numbers are current; null when there is nothing to explain yet. A
   * figure that core does not compute comes in words of its own.
   */
  readonly explain: () => AnyExplanation | ExplanationText | null;
  /** The figure. Buttons may not hold blocks. */
  readonly children: ReactNode;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly align?: 'start' | 'center' | 'end';
  readonly className?: string | undefined;
}

export interface FigureButtonProps extends ComponentProps<'button'> {
  /** Name of the figure: it is read before the figure. */
  readonly name: string;
}

export function FigureButton({ name, className, children, ...props }: FigureButtonProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <button
      type="button"
      id={id}
      aria-label={name}
      // The label is its own name, then the figure as shown.
      aria-labelledby={`${id} ${id}-figure`}
      data-slot="explained-figure"
      aria-haspopup="dialog"
      aria-description={t(($) => $.words.howReckoned)}
      className={cn(
        // A border is used because an underline breaks where the figure has gaps; it takes no room.
        '-mb-px cursor-help border-transparent border-b border-dotted text-inherit hover:border-current focus-visible:border-current data-[state=open]:border-current',
        className,
      )}
      {...props}
    >
      <span id={`${id}-figure`} className="contents">
        {children}
      </span>
    </button>
  );
}

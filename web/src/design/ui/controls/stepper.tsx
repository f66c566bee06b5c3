/**
 * Edits a number by typing or stepping: 34-wide − and +, value centred 14/500. ↑ and ↓ step, Shift tenfold. The value
 * is text that the caller reads and writes (ticks or lots); this file does no arithmetic on it.
 */
import { Minus, Plus } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { controlVariants, type InputProps } from '#design/ui/controls/input.tsx';
import { labelIdOf } from '#design/ui/controls/label.tsx';

export interface StepperProps extends Omit<ComponentProps<'input'>, 'size' | 'value' | 'onChange'> {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Called with the number of steps to move: ±1, or ±10 with Shift. */
  readonly onStep: (steps: number) => void;
  readonly unit?: ReactNode;
  readonly size?: InputProps['size'];
  readonly tone?: InputProps['tone'];
  readonly canDecrease?: boolean;
  readonly canIncrease?: boolean;
}

export function Stepper({
  value,
  onValueChange,
  onStep,
  unit,
  size,
  tone,
  canDecrease = true,
  canIncrease = true,
  className,
  disabled,
  ...props
}: StepperProps) {
  const { t } = useTranslation();
  const steps = { id: props.id, label: props['aria-label'] };
  const isInvalid = props['aria-invalid'] === true || props['aria-invalid'] === 'true';

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    props.onKeyDown?.(event);
    if (event.defaultPrevented || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onStep((event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1));
  };

  return (
    <span
      data-slot="stepper"
      className={cn(controlVariants({ size, tone: tone ?? (isInvalid ? 'error' : 'plain') }), 'gap-0 px-0', className)}
    >
      <StepButton
        label={t(($) => $.shell.action.decrease)}
        of={steps}
        disabled={disabled || !canDecrease}
        onClick={(event) => onStep(event.shiftKey ? -10 : -1)}
      >
        <Minus aria-hidden className="size-3.5" />
      </StepButton>
      <span className="flex h-full min-w-0 flex-1 items-center justify-center gap-1.5 border-border border-x px-1">
        <input
          {...props}
          type="text"
          autoComplete="off"
          disabled={disabled}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
          onKeyDown={onKeyDown}
          className={cn(
            'h-full min-w-0 bg-transparent text-center font-medium text-14 outline-none placeholder:font-normal placeholder:text-fg-3',
            // The input looks as wide as its digits, and is wide enough for a finger.
            unit ? 'field-sizing-content -mx-4 max-w-full px-4' : 'w-full',
          )}
        />
        {unit && <span className="pointer-events-none shrink-0 text-12 text-fg-3">{unit}</span>}
      </span>
      <StepButton
        label={t(($) => $.shell.action.increase)}
        of={steps}
        disabled={disabled || !canIncrease}
        onClick={(event) => onStep(event.shiftKey ? 10 : 1)}
      >
        <Plus aria-hidden className="size-3.5" />
      </StepButton>
    </span>
  );
}

interface StepButtonProps extends ComponentProps<'button'> {
  readonly label: string;
  /** Names the value it steps: by the label above the field, or by its own. */
  readonly of: { readonly id: string | undefined; readonly label: string | undefined };
}

/** Stays out of the tab order: the arrow keys in the field do the same. */
function StepButton({ label, of, ...props }: StepButtonProps) {
  const id = useId();
  return (
    <button
      type="button"
      tabIndex={-1}
      id={id}
      aria-label={of.label === undefined ? label : `${label} ${of.label}`}
      aria-labelledby={of.id === undefined ? undefined : `${id} ${labelIdOf(of.id)}`}
      className="grid h-full w-8.5 shrink-0 place-items-center text-fg-2 hover:bg-surface-3 hover:text-foreground disabled:bg-transparent disabled:text-disabled"
      {...props}
    />
  );
}

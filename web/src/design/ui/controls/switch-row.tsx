/** Offers one setting of a list to switch on or off: its name, what it does, the switch. */
import { type ReactNode, useId } from 'react';
import { cn } from '#design/class-names.ts';
import { Switch } from '#design/ui/controls/switch.tsx';

export interface SwitchRowProps {
  readonly name: string;
  readonly hint?: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly disabled?: boolean;
  /** Content beside the switch: a sample of what it switches. */
  readonly before?: ReactNode;
  readonly className?: string;
}

export function SwitchRow({ name, hint, isOn, onChange, disabled = false, before, className }: SwitchRowProps) {
  const id = useId();
  return (
    <div className={cn('flex min-h-9 items-center gap-3 py-1 max-md:min-h-11', className)}>
      <label htmlFor={id} className="min-w-0 flex-1">
        {name}
        {hint && (
          <span id={`${id}-hint`} className="block text-12 text-fg-3">
            {hint}
          </span>
        )}
      </label>
      {before}
      <Switch
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        checked={isOn}
        onCheckedChange={onChange}
        disabled={disabled}
      />
    </div>
  );
}

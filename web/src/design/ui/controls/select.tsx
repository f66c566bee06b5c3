import { Check, ChevronDown } from 'lucide-react';
import { Select as SelectPrimitive } from 'radix-ui';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { cn } from '#design/class-names.ts';
import { controlVariants, type InputProps } from '#design/ui/controls/input.tsx';
import { floating } from '#design/ui/overlays/floating.ts';
import { useInertRest } from '#design/ui/overlays/inert-rest.ts';

export interface SelectOption<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

export interface SelectProps<V extends string>
  extends Omit<ComponentProps<typeof SelectPrimitive.Trigger>, 'value' | 'onChange' | 'children'> {
  readonly value: V | undefined;
  readonly onValueChange: (value: V) => void;
  readonly options: readonly SelectOption<V>[];
  readonly placeholder?: string;
  readonly size?: InputProps['size'];
  readonly tone?: InputProps['tone'];
}

/** Chooses one of a few. More than a dozen belong into a list with search. */
export function Select<V extends string>({
  value,
  onValueChange,
  options,
  placeholder,
  size,
  tone,
  disabled,
  className,
  ...props
}: SelectProps<V>) {
  const [isOpen, setOpen] = useState(false);
  useInertRest(isOpen);
  return (
    <SelectPrimitive.Root
      open={isOpen}
      onOpenChange={setOpen}
      value={value ?? ''}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onValueChange(chosen.value);
      }}
      disabled={disabled ?? false}
    >
      <SelectPrimitive.Trigger
        data-slot="select"
        className={cn(
          controlVariants({ size, tone }),
          'w-full justify-between outline-none focus-visible:border-ring focus-visible:shadow-[0_0_0_1px_var(--ring)] disabled:border-border disabled:bg-surface-2 disabled:text-disabled data-[placeholder]:text-fg-3',
          className,
        )}
        {...props}
      >
        <span className="truncate">
          <SelectPrimitive.Value placeholder={placeholder} />
        </span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-fg-2" />
      </SelectPrimitive.Trigger>
      <SelectPrimitive.Portal>
        <SelectPrimitive.Content
          position="popper"
          sideOffset={4}
          className={cn(
            floating,
            'max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width)',
          )}
        >
          <SelectPrimitive.Viewport className="p-1">
            {options.map((option) => (
              <SelectPrimitive.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="flex min-h-7 select-none items-center gap-2 rounded-sm px-2 py-1 text-13 outline-none data-[disabled]:text-disabled data-[highlighted]:bg-surface-4"
              >
                <span className="flex-1">
                  <SelectPrimitive.ItemText>{option.label}</SelectPrimitive.ItemText>
                  {option.hint && <span className="block text-11 text-fg-3">{option.hint}</span>}
                </span>
                <SelectPrimitive.ItemIndicator>
                  <Check aria-hidden className="size-3.5 text-primary-text" />
                </SelectPrimitive.ItemIndicator>
              </SelectPrimitive.Item>
            ))}
          </SelectPrimitive.Viewport>
        </SelectPrimitive.Content>
      </SelectPrimitive.Portal>
    </SelectPrimitive.Root>
  );
}

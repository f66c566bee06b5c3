import { Switch as SwitchPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#design/class-names.ts';

export function Switch({ className, ...props }: ComponentProps<typeof SwitchPrimitive.Root>) {
  return (
    <SwitchPrimitive.Root
      data-slot="switch"
      className={cn(
        'finger-sized inline-flex h-4 w-7 shrink-0 items-center rounded-full bg-input p-0.5 transition-colors duration-(--fast) disabled:bg-surface-4 data-[state=checked]:bg-primary',
        className,
      )}
      {...props}
    >
      <SwitchPrimitive.Thumb className="size-3 rounded-full bg-on-side transition-transform duration-(--fast) data-[state=checked]:translate-x-3" />
    </SwitchPrimitive.Root>
  );
}

/** A list that scrolls inside its panel, with a bar that does not take width from the figures. */
import { ScrollArea as ScrollAreaPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#design/class-names.ts';

export function ScrollArea({ className, children, ...props }: ComponentProps<typeof ScrollAreaPrimitive.Root>) {
  return (
    <ScrollAreaPrimitive.Root data-slot="scroll-area" className={cn('relative overflow-hidden', className)} {...props}>
      <ScrollAreaPrimitive.Viewport className="size-full">{children}</ScrollAreaPrimitive.Viewport>
      {(['vertical', 'horizontal'] as const).map((orientation) => (
        <ScrollAreaPrimitive.Scrollbar
          key={orientation}
          orientation={orientation}
          className="flex touch-none select-none p-0.5 data-[orientation=horizontal]:h-2 data-[orientation=vertical]:w-2 data-[orientation=horizontal]:flex-col"
        >
          <ScrollAreaPrimitive.Thumb className="relative flex-1 rounded-full bg-border-strong hover:bg-input" />
        </ScrollAreaPrimitive.Scrollbar>
      ))}
    </ScrollAreaPrimitive.Root>
  );
}

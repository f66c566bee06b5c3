/**
 * Shows a figure that explains itself: hovering, focusing and tapping it show how it was computed, tapping again or
 * elsewhere hides it. A screen reader reads the explanation with the figure, whether it is shown or not.
 */
import { Tooltip as TooltipPrimitive } from 'radix-ui';
import { type ReactNode, useId, useRef, useState } from 'react';
import { cn } from '#design/class-names.ts';
import { onlyWalkedFocus, TooltipCard, type TooltipPlace } from '#design/ui/overlays/tooltip.tsx';

export interface ExplainedProps extends TooltipPlace {
  readonly text: string;
  /** The figure. Buttons may not hold blocks. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

export function Explained({ text, children, className, ...place }: ExplainedProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  // A press closes what hovering has opened, before it becomes the click that toggles.
  const wasOpen = useRef(false);
  return (
    <TooltipPrimitive.Root open={isOpen} onOpenChange={setOpen}>
      <TooltipPrimitive.Trigger
        type="button"
        data-slot="explained"
        // The visible explanation describes it too, so the hidden one is not needed then.
        aria-describedby={isOpen ? undefined : id}
        onFocus={onlyWalkedFocus}
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onClick={(event) => {
          // Otherwise the click would close it; keys press without a pointer.
          event.preventDefault();
          setOpen(event.detail === 0 ? !isOpen : !wasOpen.current);
        }}
        className={cn('cursor-help rounded-sm text-inherit', className)}
      >
        {children}
      </TooltipPrimitive.Trigger>
      <span id={id} hidden>
        {text}
      </span>
      <TooltipCard {...place}>
        <span className="tabular-nums">{text}</span>
      </TooltipCard>
    </TooltipPrimitive.Root>
  );
}

/**
 * Shows tooltips after 700 ms (docs/rules/screens.md#toasts-and-tooltips); a place that needs another delay wraps
 * itself in a provider of its own.
 */
import { LIMITS } from '@mua/contract/limits';
import { Tooltip as TooltipPrimitive } from 'radix-ui';
import type { ComponentProps, FocusEvent, ReactNode } from 'react';
import { cn } from '#design/class-names.ts';

export const TOOLTIP_DELAY_MS = LIMITS.tooltipDelayMs;

export function TooltipProvider({
  delayDuration = TOOLTIP_DELAY_MS,
  ...props
}: ComponentProps<typeof TooltipPrimitive.Provider>) {
  return <TooltipPrimitive.Provider delayDuration={delayDuration} {...props} />;
}

const WALKING_KEYS = /^(Tab|Arrow.+|Home|End)$/;
/** Focus that a dialog or a script gives asks for no tooltip: it would cover what was opened, and take its Escape. */
let isWalking = false;
for (const type of ['keydown', 'pointerdown']) {
  addEventListener(type, (event) => (isWalking = event instanceof KeyboardEvent && WALKING_KEYS.test(event.key)), true);
}

export function onlyWalkedFocus(event: FocusEvent): void {
  if (!isWalking) event.preventDefault();
}

export interface TooltipPlace {
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly align?: 'start' | 'center' | 'end';
}

export interface TooltipProps extends TooltipPlace {
  readonly content: ReactNode;
  readonly children: ReactNode;
}

/** Names the control it wraps, which must take a ref and do something when pressed; a mere figure uses `Explained`. */
export function Tooltip({ content, children, ...place }: TooltipProps) {
  return (
    <TooltipPrimitive.Root>
      <TooltipPrimitive.Trigger asChild onFocus={onlyWalkedFocus}>
        {children}
      </TooltipPrimitive.Trigger>
      <TooltipCard {...place}>{content}</TooltipCard>
    </TooltipPrimitive.Root>
  );
}

export function TooltipCard({ side = 'top', align = 'center', children }: TooltipPlace & { children: ReactNode }) {
  return (
    <TooltipPrimitive.Portal>
      <TooltipPrimitive.Content side={side} align={align} sideOffset={6} collisionPadding={8} className={tip}>
        {children}
      </TooltipPrimitive.Content>
    </TooltipPrimitive.Portal>
  );
}

const tip = cn(
  'z-70 max-w-60 rounded-md bg-foreground px-2 py-1.5 text-12 text-background',
  'fade-in-0 data-[state=closed]:fade-out-0 animate-in duration-(--fast) data-[state=closed]:animate-out',
);

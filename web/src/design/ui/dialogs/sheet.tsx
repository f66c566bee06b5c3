/** Shows a sheet from below, over a scrim: radius 12, grab bar 36 x 4. Decisions beside the market use `SidePanel`. */
import { Dialog as DialogPrimitive } from 'radix-ui';
import { type ComponentProps, type PointerEvent, useRef } from 'react';
import { cn } from '#design/class-names.ts';
import { OpenDialog, overlay } from '#design/ui/dialogs/dialog.tsx';

export const Sheet = DialogPrimitive.Root;
export const SheetTrigger = DialogPrimitive.Trigger;

export const SheetTitle = DialogPrimitive.Title;
export const SheetDescription = DialogPrimitive.Description;

const sheet =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col overflow-y-auto rounded-t-sheet border-border-strong border-t bg-surface pb-[env(safe-area-inset-bottom)] shadow-float outline-none duration-(--normal) ease-out data-[state=open]:animate-in data-[state=open]:slide-in-from-bottom';

export function SheetContent({ className, children, ...props }: ComponentProps<typeof DialogPrimitive.Content>) {
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className={overlay} />
      <OpenDialog data-slot="sheet" className={cn(sheet, className)} {...props}>
        <GrabBar />
        {children}
      </OpenDialog>
    </DialogPrimitive.Portal>
  );
}

/** Released further down than this, the sheet closes. */
const CLOSING_PX = 72;
const TAP_PX = 6;
/** A throw also closes it: a shorter distance, at this average speed. */
const THROWN_PX = 24;
const THROWN_PX_PER_MS = 0.6;

/** Drags the sheet down; the keyboard has Esc. A tap closes it too, as on a phone's own sheets. */
function GrabBar() {
  const from = useRef<{ readonly y: number; readonly ms: number } | null>(null);
  /** True when released too early: the press that ends the drag is not a tap. */
  const isKept = useRef(false);
  const drag = (event: PointerEvent<HTMLElement>) => {
    const sheet = event.currentTarget.closest<HTMLElement>('[data-slot="sheet"]');
    if (from.current === null || !sheet) return;
    sheet.style.translate = `0 ${Math.max(0, event.clientY - from.current.y)}px`;
  };
  const end = (event: PointerEvent<HTMLElement>) => {
    const sheet = event.currentTarget.closest<HTMLElement>('[data-slot="sheet"]');
    const start = from.current;
    from.current = null;
    if (start === null) return;
    const way = event.clientY - start.y;
    const isThrown = way > THROWN_PX && way / Math.max(1, event.timeStamp - start.ms) > THROWN_PX_PER_MS;
    const isClosing = event.type !== 'pointercancel' && (way > CLOSING_PX || isThrown);
    isKept.current = !isClosing && Math.abs(way) > TAP_PX;
    // A drag by a finger fires no click of its own.
    if (isClosing) event.currentTarget.click();
    else if (sheet) sheet.style.translate = '';
  };
  return (
    <DialogPrimitive.Close asChild>
      <span
        aria-hidden
        data-slot="grab-bar"
        onPointerDown={(event) => {
          isKept.current = false;
          from.current = { y: event.clientY, ms: event.timeStamp };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={drag}
        onPointerUp={end}
        onPointerCancel={end}
        onClick={(event) => isKept.current && event.preventDefault()}
        className="grid h-6 shrink-0 cursor-grab touch-none place-items-center"
      >
        <span className="h-1 w-9 rounded-full bg-border-strong" />
      </span>
    </DialogPrimitive.Close>
  );
}

/**
 * Used as `onOpenAutoFocus`: the sheet takes the focus, not its field, whose keyboard would cover what has just opened.
 */
export function focusSheet(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

/** From below, over a scrim: radius 12, grab bar 36 x 4. What is decided beside the market is `SidePanel`. */
import { Dialog as DialogPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#design/class-names.ts';
import { OpenDialog, overlay } from '#design/ui/dialog.tsx';

export const Sheet = DialogPrimitive.Root;
export const SheetTrigger = DialogPrimitive.Trigger;

export const SheetTitle = DialogPrimitive.Title;
export const SheetDescription = DialogPrimitive.Description;

const sheet =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col overflow-y-auto rounded-t-sheet border-border-strong border-t bg-surface pb-[env(safe-area-inset-bottom)] shadow-float outline-none duration-(--normal) ease-out data-[state=closed]:animate-out data-[state=open]:animate-in data-[state=closed]:slide-out-to-bottom data-[state=open]:slide-in-from-bottom';

export function SheetContent({ className, children, ...props }: ComponentProps<typeof DialogPrimitive.Content>) {
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className={overlay} />
      <OpenDialog data-slot="sheet" className={cn(sheet, className)} {...props}>
        <span aria-hidden className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-border-strong" />
        {children}
      </OpenDialog>
    </DialogPrimitive.Portal>
  );
}

/** As `onOpenAutoFocus`: the sheet takes the focus, not its field, whose keyboard would cover what has just opened. */
export function focusSheet(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

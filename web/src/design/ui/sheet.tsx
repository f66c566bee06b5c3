/** What is a side panel on a desk is a sheet on a phone: radius 12, grab bar 36 x 4. */
import { cva, type VariantProps } from 'class-variance-authority';
import { Dialog as DialogPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#design/class-names.ts';
import { OpenDialog, overlay } from '#design/ui/dialog.tsx';

export const Sheet = DialogPrimitive.Root;
export const SheetTrigger = DialogPrimitive.Trigger;

export const SheetTitle = DialogPrimitive.Title;
export const SheetDescription = DialogPrimitive.Description;

const sheetVariants = cva(
  'fixed z-50 flex flex-col overflow-y-auto border-border-strong bg-surface shadow-float outline-none duration-(--normal) ease-out data-[state=closed]:animate-out data-[state=open]:animate-in',
  {
    variants: {
      side: {
        bottom:
          'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-sheet border-t pb-[env(safe-area-inset-bottom)] data-[state=closed]:slide-out-to-bottom data-[state=open]:slide-in-from-bottom',
        right:
          'inset-y-0 right-0 w-[360px] max-w-[calc(100vw-48px)] border-l data-[state=closed]:slide-out-to-right data-[state=open]:slide-in-from-right',
      },
    },
    defaultVariants: { side: 'bottom' },
  },
);

export function SheetContent({
  className,
  side,
  children,
  ...props
}: ComponentProps<typeof DialogPrimitive.Content> & VariantProps<typeof sheetVariants>) {
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className={overlay} />
      <OpenDialog data-slot="sheet" className={cn(sheetVariants({ side }), className)} {...props}>
        {side !== 'right' && (
          <span aria-hidden className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-border-strong" />
        )}
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

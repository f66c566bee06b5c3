/**
 * Shows a dialog that needs an answer: a click beside it does not count as one, and the harmless button has the focus.
 */
import { AlertDialog as AlertDialogPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#design/class-names.ts';
import { dialogBox, overlay, ToastsBeside } from '#design/ui/dialogs/dialog.tsx';
import { useReturnFocus } from '#design/ui/dialogs/return-focus.ts';

export const AlertDialog = AlertDialogPrimitive.Root;

export const AlertDialogCancel = AlertDialogPrimitive.Cancel;
export const AlertDialogAction = AlertDialogPrimitive.Action;

export function AlertDialogContent({
  className,
  children,
  ...props
}: ComponentProps<typeof AlertDialogPrimitive.Content>) {
  return (
    <AlertDialogPrimitive.Portal>
      <AlertDialogPrimitive.Overlay className={overlay} />
      <OpenAlertDialog data-slot="alert-dialog" className={cn(dialogBox, className)} {...props}>
        <ToastsBeside />
        {children}
      </OpenAlertDialog>
    </AlertDialogPrimitive.Portal>
  );
}

function OpenAlertDialog({ onCloseAutoFocus, ...props }: ComponentProps<typeof AlertDialogPrimitive.Content>) {
  return <AlertDialogPrimitive.Content onCloseAutoFocus={useReturnFocus(onCloseAutoFocus)} {...props} />;
}

export function AlertDialogTitle({ className, ...props }: ComponentProps<typeof AlertDialogPrimitive.Title>) {
  return <AlertDialogPrimitive.Title className={cn('font-semibold text-16', className)} {...props} />;
}

export function AlertDialogDescription({
  className,
  ...props
}: ComponentProps<typeof AlertDialogPrimitive.Description>) {
  return <AlertDialogPrimitive.Description className={cn('text-fg-2', className)} {...props} />;
}

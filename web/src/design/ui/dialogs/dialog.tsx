/**
 * Draws a dialog 420 wide that says what stays and what is removed, and names the account. Like sheets and side panels it
 * opens with an animation and closes at once: during a closing animation its opener would wait for the focus, and may be
 * gone by the end of it.
 */
import { X } from 'lucide-react';
import { Dialog as DialogPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { useToastsBeside } from '#design/toast-place.ts';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { useReturnFocus } from '#design/ui/dialogs/return-focus.ts';

export const Dialog = DialogPrimitive.Root;
export const DialogTrigger = DialogPrimitive.Trigger;
export const DialogClose = DialogPrimitive.Close;

export const overlay =
  'fixed inset-0 z-40 bg-overlay duration-(--normal) data-[state=open]:animate-in data-[state=open]:fade-in-0';

export const dialogBox =
  '-translate-x-1/2 -translate-y-1/2 fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-32px)] w-[420px] max-w-[calc(100vw-32px)] gap-3 overflow-y-auto scroll-pb-16 low:scroll-pb-0 rounded-lg border border-border-strong bg-popover p-4 shadow-float outline-none duration-(--normal) ease-out data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:zoom-in-98';

export function DialogContent({ className, children, ...props }: ComponentProps<typeof DialogPrimitive.Content>) {
  const { t } = useTranslation();
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className={overlay} />
      <OpenDialog data-slot="dialog" className={cn(dialogBox, className)} {...props}>
        <ToastsBeside />
        {children}
        <DialogPrimitive.Close asChild>
          <IconButton
            label={t(($) => $.shell.action.close)}
            size="icon-sm"
            className="absolute top-2.5 right-2.5 max-md:top-1 max-md:right-1 max-md:size-11"
          >
            <X aria-hidden />
          </IconButton>
        </DialogPrimitive.Close>
      </OpenDialog>
    </DialogPrimitive.Portal>
  );
}

/** Part of an open dialog's content, with which it comes and goes. */
export function ToastsBeside(): null {
  useToastsBeside();
  return null;
}

/** The portal mounts this with the dialog: the dialog itself exists before it is open. */
export function OpenDialog({ onCloseAutoFocus, ...props }: ComponentProps<typeof DialogPrimitive.Content>) {
  return (
    <DialogPrimitive.Content
      onCloseAutoFocus={useReturnFocus(onCloseAutoFocus)}
      onInteractOutside={keepForToasts}
      {...props}
    />
  );
}

/** A toast stands over the dialog it is about: pressing its button does not leave the dialog. */
function keepForToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]')) event.preventDefault();
}

export function DialogTitle({ className, ...props }: ComponentProps<typeof DialogPrimitive.Title>) {
  return <DialogPrimitive.Title className={cn('pr-8 font-semibold text-16', className)} {...props} />;
}

export function DialogDescription({ className, ...props }: ComponentProps<typeof DialogPrimitive.Description>) {
  return <DialogPrimitive.Description className={cn('text-fg-2', className)} {...props} />;
}

/** Lists what is at risk, row by row: account, estimated price, before and after. */
export function FactList({ className, ...props }: ComponentProps<'dl'>) {
  return <dl className={cn('grid grid-cols-[auto_1fr] gap-x-3 leading-6', className)} {...props} />;
}

export function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-fg-2">{term}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </>
  );
}

/** In sight, however long the dialog is: whoever reads the beginning knows what it asks. */
export function DialogFooter({ className, ...props }: ComponentProps<'footer'>) {
  const tallOnPhone = 'max-md:[&>[data-slot=button]]:h-11';
  const inSight = 'sticky -bottom-4 z-10 -mx-4 -mt-3 -mb-4 bg-popover px-4 pt-3 pb-4 low:static';
  return <footer className={cn('flex flex-wrap justify-end gap-2', inSight, tallOnPhone, className)} {...props} />;
}

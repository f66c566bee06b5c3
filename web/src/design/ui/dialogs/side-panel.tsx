/**
 * Shows a decision beside the market: 480 wide at the right, without a scrim, so that prices and everything else stay
 * visible and usable. It closes by its own button or Esc, never by a press beside it. On a phone, where there is no
 * room beside, it is a sheet.
 */
import { Dialog as DialogPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#design/class-names.ts';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { OpenDialog } from '#design/ui/dialogs/dialog.tsx';
import { SheetContent } from '#design/ui/dialogs/sheet.tsx';

export const SidePanelTitle = DialogPrimitive.Title;
export const SidePanelDescription = DialogPrimitive.Description;

export interface SidePanelProps extends ComponentProps<typeof DialogPrimitive.Content> {
  readonly onClose: () => void;
}

export function SidePanel({ onClose, className, children, ...props }: SidePanelProps) {
  const isNarrow = useNarrowScreen();
  return (
    <DialogPrimitive.Root open modal={isNarrow} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {isNarrow ? (
        <SheetContent className={className} {...props}>
          {children}
        </SheetContent>
      ) : (
        <DialogPrimitive.Portal>
          <OpenDialog
            data-slot="side-panel"
            className={cn(side, className)}
            onInteractOutside={(event) => event.preventDefault()}
            {...props}
          >
            {children}
          </OpenDialog>
        </DialogPrimitive.Portal>
      )}
    </DialogPrimitive.Root>
  );
}

/** The panel starts below the header, which stays in reach. */
const side =
  'fixed top-12 right-0 bottom-0 z-40 flex w-[480px] max-w-[calc(100vw-48px)] flex-col overflow-y-auto border-border-strong border-l bg-surface shadow-float outline-none duration-(--normal) ease-out data-[state=open]:animate-in data-[state=open]:slide-in-from-right';

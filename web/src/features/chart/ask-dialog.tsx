/** A short question about the chart; a sheet on a phone. */
import type { ReactNode } from 'react';
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#design/ui/dialogs/dialog.tsx';
import { Sheet, SheetContent, SheetDescription, SheetTitle } from '#design/ui/dialogs/sheet.tsx';

export interface AskDialogProps {
  readonly title: string;
  readonly about: string;
  readonly compact: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function AskDialog({ title, about, compact, onClose, children }: AskDialogProps) {
  const onOpenChange = (open: boolean) => !open && onClose();
  if (compact) {
    return (
      <Sheet open onOpenChange={onOpenChange}>
        <SheetContent className="gap-3 px-4 pb-4">
          <SheetTitle className="pt-2 font-semibold text-16">{title}</SheetTitle>
          <SheetDescription className="text-12 text-fg-2">{about}</SheetDescription>
          {children}
        </SheetContent>
      </Sheet>
    );
  }
  return (
    <Dialog open onOpenChange={onOpenChange}>
      <DialogContent className="w-80">
        <DialogTitle>{title}</DialogTitle>
        <DialogDescription className="text-12">{about}</DialogDescription>
        {children}
      </DialogContent>
    </Dialog>
  );
}

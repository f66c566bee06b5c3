/**
 * Asks before something is removed or ended, with two answers: what goes and what stays. Questions about a sub-account's orders or
 * money use `QuestionDialog`, which names the account.
 */
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '#design/ui/dialogs/alert-dialog.tsx';
import { DialogFooter } from '#design/ui/dialogs/dialog.tsx';

export interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly title: string;
  readonly body: string;
  /** Label of the button: what it does, in its own words. */
  readonly action: string;
  readonly onConfirm: () => void;
}

export function ConfirmDialog({ isOpen, onOpenChange, title, body, action, onConfirm }: ConfirmDialogProps) {
  const { t } = useTranslation();
  return (
    <AlertDialog open={isOpen} onOpenChange={onOpenChange}>
      <AlertDialogContent>
        <AlertDialogTitle>{title}</AlertDialogTitle>
        <AlertDialogDescription>{body}</AlertDialogDescription>
        <DialogFooter>
          <AlertDialogCancel asChild>
            <Button variant="outline">{t(($) => $.shell.action.back)}</Button>
          </AlertDialogCancel>
          <AlertDialogAction asChild>
            <Button variant="danger" onClick={onConfirm}>
              {action}
            </Button>
          </AlertDialogAction>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}

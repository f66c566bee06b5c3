/** Leaving with every account asks once and says what stays: orders do. */
import { useTranslation } from 'react-i18next';
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '#design/ui/alert-dialog.tsx';
import { Button } from '#design/ui/button.tsx';
import { DialogFooter } from '#design/ui/dialog.tsx';

export interface LogOutAllDialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly accounts: number;
  readonly onConfirm: () => void;
}

export function LogOutAllDialog({ isOpen, onOpenChange, accounts, onConfirm }: LogOutAllDialogProps) {
  const { t } = useTranslation();
  return (
    <AlertDialog open={isOpen} onOpenChange={onOpenChange}>
      <AlertDialogContent>
        <AlertDialogTitle>{t(($) => $.dialogs.logoutAll.title, { accounts })}</AlertDialogTitle>
        <AlertDialogDescription>{t(($) => $.dialogs.logoutAll.body)}</AlertDialogDescription>
        <DialogFooter>
          <AlertDialogCancel asChild>
            <Button variant="outline">{t(($) => $.shell.action.back)}</Button>
          </AlertDialogCancel>
          <AlertDialogAction asChild>
            <Button variant="sell" onClick={onConfirm}>
              {t(($) => $.dialogs.logoutAll.button)}
            </Button>
          </AlertDialogAction>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}

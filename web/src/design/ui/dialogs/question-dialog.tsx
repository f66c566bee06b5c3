/**
 * Asks before something that can't be undone: what is removed and what stays, the account, a refusal if there is one,
 * and two buttons. It closes when the server has accepted it, not when the button is pressed.
 */
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRepeatedClick } from '#design/arming.ts';
import { Button, type ButtonProps } from '#design/ui/controls/button.tsx';
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '#design/ui/dialogs/alert-dialog.tsx';
import { DialogFooter, Fact, FactList } from '#design/ui/dialogs/dialog.tsx';
import { AccountName } from '#design/ui/figures/account-name.tsx';

export interface QuestionDialogProps {
  readonly title: string;
  readonly body: string;
  readonly account: QuestionAccount;
  /** More facts, below the account. */
  readonly facts?: ReactNode;
  /** Choices and refusals, below the facts. */
  readonly children?: ReactNode;
  readonly confirm: {
    readonly label: string;
    readonly busyLabel: string;
    readonly variant: ButtonProps['variant'];
    readonly testId: string;
    readonly isBusy: boolean;
    readonly isDisabled?: boolean;
  };
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** A null kind shows as live, the careful reading. */
export interface QuestionAccount {
  readonly name: string;
  readonly isDemo: boolean | null;
}

export function QuestionDialog({ title, body, account, facts, children, confirm, ...on }: QuestionDialogProps) {
  const { t } = useTranslation();
  const press = (event: MouseEvent) => {
    event.preventDefault();
    // A double click on the button that asks may end on the answer that appears under it.
    if (!confirm.isBusy && !isRepeatedClick(event)) on.onConfirm();
  };
  return (
    <AlertDialog open onOpenChange={(open) => !open && on.onClose()}>
      <AlertDialogContent>
        <AlertDialogTitle>{title}</AlertDialogTitle>
        <AlertDialogDescription>{body}</AlertDialogDescription>
        <FactList className="max-h-72 overflow-y-auto tabular-nums">
          <Fact term={t(($) => $.words.account.account)}>
            <AccountName account={account} />
          </Fact>
          {facts}
        </FactList>
        {children}
        <DialogFooter>
          <AlertDialogCancel asChild>
            <Button variant="outline">{t(($) => $.shell.action.dismiss)}</Button>
          </AlertDialogCancel>
          <AlertDialogAction asChild onClick={press}>
            <Button
              variant={confirm.variant}
              disabled={confirm.isDisabled}
              busy={confirm.isBusy}
              busyLabel={confirm.busyLabel}
              data-testid={confirm.testId}
            >
              {confirm.label}
            </Button>
          </AlertDialogAction>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}

/** Reports what went wrong, where it was asked. */
export function QuestionFault({ tone = 'danger', children }: { tone?: 'danger' | 'warning'; children: ReactNode }) {
  return (
    <p role="alert" className={tone === 'danger' ? 'text-12 text-danger' : 'text-12 text-warning'}>
      {children}
    </p>
  );
}

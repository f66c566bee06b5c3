/**
 * Stands where a question will be asked while what it needs is on its way, or says that it did not come: one that appeared
 * by itself later would come under the hand. Nothing can be sent from it.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '#design/ui/dialogs/alert-dialog.tsx';
import { DialogFooter } from '#design/ui/dialogs/dialog.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';

export interface AwaitedQuestionProps {
  /** Of the question to come. */
  readonly title: string;
  /** Asks again for what did not come; null while it is on its way. */
  readonly retry: (() => void) | null;
  /** Why nothing will be asked, where that is known. */
  readonly end?: string | undefined;
  /** What can be done without what is missing. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

export function AwaitedQuestion({ title, retry, end, children, onClose }: AwaitedQuestionProps) {
  const { t } = useTranslation();
  return (
    <AlertDialog open onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent data-testid="awaited-question">
        <AlertDialogTitle>{title}</AlertDialogTitle>
        <AlertDialogDescription asChild>
          <div>{end ?? <Missing retry={retry} />}</div>
        </AlertDialogDescription>
        <DialogFooter>
          <AlertDialogCancel asChild>
            <Button variant="outline">{t(($) => $.shell.action.dismiss)}</Button>
          </AlertDialogCancel>
          {children}
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}

function Missing({ retry }: Pick<AwaitedQuestionProps, 'retry'>) {
  const { t } = useTranslation();
  if (retry) return <ErrorPanel panel={t(($) => $.ticketMore.spread.prices)} onRetry={retry} />;
  return <SkeletonRows rows={5} columns={['text', 'number']} />;
}

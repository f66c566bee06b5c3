/**
 * A dialog with one form: nothing is sent while a field is wrong, a refusal is shown above the buttons, and what was
 * typed stays until it was accepted.
 */

import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from '#design/ui/dialogs/dialog.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { WayOn } from '#signed-in/way-on.tsx';
import { useSubmission } from '#wire/submission.ts';

export interface FormDialogProps {
  readonly title: string;
  readonly about: string;
  readonly onClose: () => void;
  /** Shown instead of the form, once it was accepted. */
  readonly after?: ReactNode;
  readonly isReady: boolean;
  readonly action: string;
  readonly busyLabel: string;
  /** Throws `CallError`. */
  readonly send: () => Promise<unknown>;
  readonly children: (isTried: boolean) => ReactNode;
  readonly testId?: string;
  readonly sendTestId?: string;
}

export function FormDialog({ title, about, onClose, after, testId, children, ...form }: FormDialogProps) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        data-testid={testId}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          if (event.currentTarget instanceof HTMLElement) focusInput(event.currentTarget);
        }}
      >
        <DialogTitle>{title}</DialogTitle>
        <DialogDescription>{about}</DialogDescription>
        {after ?? (
          <OneForm {...form} onClose={onClose}>
            {children}
          </OneForm>
        )}
      </DialogContent>
    </Dialog>
  );
}

type OneFormProps = Omit<FormDialogProps, 'title' | 'about' | 'after' | 'testId'>;

function OneForm({ isReady, action, busyLabel, send, onClose, children, sendTestId = 'form-send' }: OneFormProps) {
  const { t } = useTranslation();
  const { isBusy, refusal, submit } = useSubmission();
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const press = async (event: FormEvent) => {
    // In React's tree the dialog may be inside another form, which must not receive this submit.
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    if (isBusy) return;
    if (!isReady) return focusInput(form.current);
    const refused = await submit(send);
    if (refused) focusInput(form.current);
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void press(event)} className="grid gap-4">
      {children(isTried)}
      <RefusalNote refusal={refusal}>{refusal && <WayOn code={refusal.code} />}</RefusalNote>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {t(($) => $.security.cancel)}
        </Button>
        <Button type="submit" busy={isBusy} busyLabel={busyLabel} data-testid={sendTestId}>
          {action}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Focuses the first invalid field, otherwise the first one, and selects its text, so that typing replaces it. */
function focusInput(within: HTMLElement | null): void {
  const field = within?.querySelector<HTMLInputElement>('input[aria-invalid="true"]') ?? within?.querySelector('input');
  field?.focus();
  field?.select();
}

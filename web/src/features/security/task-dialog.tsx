/** A change that a code confirms: its form first, then the code; the change waits on the server meanwhile. */
import type { Taskflow, TaskPurpose } from '@mua/contract/entities/security';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Button } from '#design/ui/controls/button.tsx';
import { CodeForm } from '#features/security/code-form.tsx';
import { FormDialog, type FormDialogProps } from '#features/security/form-dialog.tsx';
import { notifyDone } from '#features/security/notify-done.ts';
import { useWaitingCode } from '#features/security/waiting-code.ts';
import { securityChanges } from '#signed-in/security.ts';

export interface TaskDialogProps extends Pick<FormDialogProps, 'title' | 'about' | 'isReady' | 'children' | 'onClose'> {
  readonly userId: string;
  readonly purpose: TaskPurpose;
  /** Throws `CallError`. */
  readonly begin: () => Promise<Taskflow>;
  /** Message shown at the end. */
  readonly done: string;
}

export function TaskDialog({ userId, purpose, begin, done, onClose, ...form }: TaskDialogProps) {
  const { t } = useTranslation();
  const changes = securityChanges(useQueryClient(), userId);
  const [waiting, wait] = useWaitingCode(`${purpose} ${userId}`, z.null());
  const ask = async (task: Promise<Taskflow>) => wait({ task: await task, about: null });
  const task = waiting?.task;
  // Only a page that begins anew goes on where it was: who closes the dialog has given it up.
  const end = () => {
    wait(null);
    onClose();
  };
  const verify = async (begun: Taskflow, code: string) => {
    await changes.verify(begun, code);
    end();
    await notifyDone(done);
  };
  return (
    <FormDialog
      {...form}
      onClose={end}
      action={t(($) => $.security.password.next)}
      busyLabel={t(($) => $.security.password.sending)}
      send={() => ask(begin())}
      after={
        task && (
          <CodeForm delivery={task} onVerify={(code) => verify(task, code)} onResend={() => ask(changes.resend(task))}>
            <Button variant="ghost" className="max-md:h-11" onClick={() => wait(null)}>
              {t(($) => $.security.code.back)}
            </Button>
          </CodeForm>
        )
      }
    />
  );
}

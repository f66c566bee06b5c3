/** A change that a code confirms: its form first, then the code; the change waits on the server meanwhile. */
import type { Taskflow } from '@mua/contract/entities/security';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeForm } from '#features/security/code-form.tsx';
import { FormDialog, type FormDialogProps } from '#features/security/form-dialog.tsx';
import { notifyDone } from '#features/security/notify-done.ts';
import { securityChanges } from '#signed-in/security.ts';

export interface TaskDialogProps extends Pick<FormDialogProps, 'title' | 'about' | 'isReady' | 'children' | 'onClose'> {
  readonly userId: string;
  /** Throws `CallError`. */
  readonly begin: () => Promise<Taskflow>;
  /** Message shown at the end. */
  readonly done: string;
}

export function TaskDialog({ userId, begin, done, onClose, ...form }: TaskDialogProps) {
  const { t } = useTranslation();
  const changes = securityChanges(useQueryClient(), userId);
  const [task, setTask] = useState<Taskflow | null>(null);
  const verify = async (begun: Taskflow, code: string) => {
    await changes.verify(begun, code);
    onClose();
    await notifyDone(done);
  };
  return (
    <FormDialog
      {...form}
      onClose={onClose}
      action={t(($) => $.security.password.next)}
      busyLabel={t(($) => $.security.password.sending)}
      send={async () => setTask(await begin())}
      after={
        task && (
          <CodeForm
            delivery={task}
            onVerify={(code) => verify(task, code)}
            onResend={async () => setTask(await changes.resend(task))}
          />
        )
      }
    />
  );
}

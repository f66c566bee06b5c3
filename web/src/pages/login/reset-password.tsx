/** The last step: the new password, which is held by this form alone. */
import type { ResetSession } from '@mua/contract/entities/security';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { isNewPasswordReady, NewPasswordFields, NO_PASSWORD } from '#features/security/new-password-fields.tsx';
import { finishReset } from '#pages/login/password-reset.ts';
import { useSubmission } from '#wire/submission.ts';

export interface ResetPasswordProps {
  readonly session: ResetSession;
  readonly onDone: () => void;
  /** A link back to a new code. */
  readonly children: ReactNode;
}

export function ResetPassword({ session, onDone, children }: ResetPasswordProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(NO_PASSWORD);
  const [isTried, setTried] = useState(false);
  const { isBusy, refusal, submit } = useSubmission();
  const form = useRef<HTMLFormElement>(null);
  const focusFirst = () => form.current?.querySelector('input')?.focus();
  useEffect(focusFirst, []);

  const finish = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isNewPasswordReady(typed) || isBusy) return;
    const refused = await submit(() => finishReset(session, typed.password));
    if (refused === null) onDone();
    else focusFirst();
  };

  return (
    <form ref={form} noValidate onSubmit={(event) => void finish(event)} className="grid gap-5">
      <NewPasswordFields value={typed} onChange={setTyped} isTried={isTried} />
      <RefusalNote refusal={refusal} />
      <Button
        type="submit"
        className="h-11 text-14"
        busy={isBusy}
        busyLabel={t(($) => $.security.forgot.finishing)}
        data-testid="reset-finish"
      >
        {t(($) => $.security.forgot.finish)}
      </Button>
      {children}
    </form>
  );
}

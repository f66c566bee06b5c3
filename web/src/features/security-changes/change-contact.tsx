/** Another email address or phone number: the code goes to the new one, so that it is proved before it counts. */
import type { OtpChannel } from '@mua/contract/entities/security';
import { changeEmail, changePhone } from '@mua/contract/http/security';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { securityChanges } from '#data/security.ts';
import { digitsOf } from '#design/ui/code-input.tsx';
import { Field } from '#design/ui/field.tsx';
import { Input } from '#design/ui/input.tsx';
import { TaskDialog } from './task-dialog.tsx';

export interface ChangeContactProps {
  readonly userId: string;
  readonly channel: OtpChannel;
  readonly onClose: () => void;
}

export function ChangeContact({ userId, channel, onClose }: ChangeContactProps) {
  const { t } = useTranslation();
  const changes = securityChanges(useQueryClient(), userId);
  const [typed, setTyped] = useState('');
  const isEmail = channel === 'email';
  const value = isEmail ? typed.trim() : digitsOf(typed);
  const isValid = isEmail
    ? changeEmail.body.safeParse({ email: value }).success
    : changePhone.body.safeParse({ phoneNumber: value }).success;
  const fault = isEmail
    ? t(($) => (value === '' ? $.validation.email : $.validation.emailInvalid))
    : t(($) => (value === '' ? $.validation.phone : $.validation.mobileNumber));
  return (
    <TaskDialog
      userId={userId}
      title={t(($) => (isEmail ? $.security.contact.changeEmail : $.security.contact.changePhone))}
      about={t(($) => $.security.contact.about)}
      done={t(($) => (isEmail ? $.security.contact.emailDone : $.security.contact.phoneDone))}
      isReady={isValid}
      begin={() => (isEmail ? changes.changeEmail(value) : changes.changePhone(value))}
      onClose={onClose}
    >
      {(isTried) => (
        <Field
          roomy
          label={t(($) => (isEmail ? $.security.contact.newEmail : $.security.contact.newPhone))}
          error={isTried && !isValid && fault}
        >
          {(control) => (
            <Input
              {...control}
              size="xl"
              type={isEmail ? 'email' : 'tel'}
              inputMode={isEmail ? 'email' : 'tel'}
              autoComplete={isEmail ? 'email' : 'tel'}
              autoCapitalize="none"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              data-testid="new-contact"
            />
          )}
        </Field>
      )}
    </TaskDialog>
  );
}

/** Changes the email address or phone number: the code goes to the new one, which proves it before it counts. */
import type { OtpChannel } from '@mua/contract/entities/security';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactField, readContact } from '#design/ui/controls/contact-field.tsx';
import { TaskDialog } from '#features/security/task-dialog.tsx';
import { securityChanges } from '#signed-in/security.ts';

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
  const { address, isValid } = readContact(channel, typed);
  return (
    <TaskDialog
      userId={userId}
      purpose={isEmail ? 'change-email' : 'change-phone'}
      title={t(($) => (isEmail ? $.security.contact.changeEmail : $.security.contact.changePhone))}
      about={t(($) => (isEmail ? $.security.contact.aboutEmail : $.security.contact.aboutPhone))}
      done={t(($) => (isEmail ? $.security.contact.emailDone : $.security.contact.phoneDone))}
      isReady={isValid}
      begin={() => (isEmail ? changes.changeEmail(address) : changes.changePhone(address))}
      onClose={onClose}
    >
      {(isTried) => (
        <ContactField
          channel={channel}
          label={t(($) => (isEmail ? $.security.contact.newEmail : $.security.contact.newPhone))}
          value={typed}
          onValueChange={setTyped}
          isTried={isTried}
          data-testid="new-contact"
        />
      )}
    </TaskDialog>
  );
}

/** Changes the password: the old one, the new one twice, and the channel for the code. */
import type { OtpChannel } from '@mua/contract/entities/security';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segment } from '#design/ui/controls/segment.tsx';
import { CurrentPassword } from '#features/security/current-password.tsx';
import { isNewPasswordReady, NewPasswordFields, NO_PASSWORD } from '#features/security/new-password-fields.tsx';
import { TaskDialog } from '#features/security/task-dialog.tsx';
import { securityChanges } from '#signed-in/security.ts';

export function ChangePassword({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { changePassword } = securityChanges(useQueryClient(), userId);
  const [old, setOld] = useState('');
  const [typed, setTyped] = useState(NO_PASSWORD);
  const [channel, setChannel] = useState<OtpChannel>('email');
  return (
    <TaskDialog
      userId={userId}
      purpose="change-password"
      title={t(($) => $.security.password.change)}
      about={t(($) => $.security.password.about)}
      done={t(($) => $.security.password.done)}
      isReady={old !== '' && isNewPasswordReady(typed)}
      begin={() => changePassword(old, typed.password, channel)}
      onClose={onClose}
    >
      {(isTried) => (
        <>
          <CurrentPassword
            label={t(($) => $.security.password.old)}
            value={old}
            onValueChange={setOld}
            isTried={isTried}
            data-testid="old-password"
          />
          <NewPasswordFields value={typed} onChange={setTyped} isTried={isTried} />
          <div className="grid gap-1.5">
            <span className="font-medium text-13">{t(($) => $.security.password.channel)}</span>
            <Segment
              label={t(($) => $.security.password.channel)}
              columns={2}
              value={channel}
              onValueChange={setChannel}
              options={[
                { value: 'email', label: t(($) => $.security.contact.email) },
                { value: 'phone', label: t(($) => $.security.contact.phone) },
              ]}
            />
          </div>
        </>
      )}
    </TaskDialog>
  );
}

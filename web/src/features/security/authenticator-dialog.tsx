/** Turns the authenticator app on (its secret as a picture and as text, then a first code) and off (with a code). */
import type { TotpSecret } from '@mua/contract/entities/security';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField, isWholeCode } from '#design/ui/controls/code-field.tsx';
import { CopyButton } from '#design/ui/controls/copy-button.tsx';
import { FormDialog } from '#features/security/form-dialog.tsx';
import { notifyDone } from '#features/security/notify-done.ts';
import { QrCode } from '#features/security/qr-code.tsx';
import { securityChanges } from '#signed-in/security.ts';

export interface AuthenticatorDialogProps {
  readonly userId: string;
  /** Secret of the app being turned on; null turns it off. */
  readonly secret: TotpSecret | null;
  readonly onClose: () => void;
}

export function AuthenticatorDialog({ userId, secret, onClose }: AuthenticatorDialogProps) {
  const { t } = useTranslation();
  const { confirmTotp, removeTotp } = securityChanges(useQueryClient(), userId);
  const [code, setCode] = useState('');
  const send = async () => {
    await (secret ? confirmTotp(code) : removeTotp(code));
    onClose();
    await notifyDone(t(($) => (secret ? $.security.app.onDone : $.security.app.offDone)));
  };
  return (
    <FormDialog
      title={t(($) => (secret ? $.security.app.turnOn : $.security.app.turnOff))}
      about={t(($) => (secret ? $.security.app.scan : $.security.app.removeHint))}
      isReady={isWholeCode('totp', code)}
      action={t(($) => $.security.proof.confirm)}
      busyLabel={t(($) => $.security.proof.confirming)}
      send={send}
      onClose={onClose}
    >
      {(isTried) => (
        <>
          {secret && <Secret secret={secret} />}
          <CodeField kind="totp" value={code} onValueChange={setCode} isTried={isTried} data-testid="app-code" />
        </>
      )}
    </FormDialog>
  );
}

function Secret({ secret: { secret, uri } }: { secret: TotpSecret }) {
  const { t } = useTranslation();
  return (
    <div className="grid justify-items-center gap-3">
      <QrCode text={uri} label={t(($) => $.security.app.qr)} className="size-44 rounded-md" />
      <div className="grid w-full gap-1">
        <p className="text-12 text-fg-2">{t(($) => $.security.app.secret)}</p>
        <div className="flex items-center gap-2">
          <code
            data-testid="app-secret"
            className="min-w-0 flex-1 select-all break-all rounded-md bg-surface-2 px-2.5 py-1.5 text-13"
          >
            {secret}
          </code>
          <CopyButton text={secret} label={t(($) => $.shell.action.copy)} className="max-md:h-11" />
        </div>
      </div>
    </div>
  );
}

/** Sets a new PIN, typed twice. After the first one is set, orders ask for it at once: that is its purpose. */
import type { SecurityInformation } from '@mua/contract/entities/security';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField, isWholeCode } from '#design/ui/controls/code-field.tsx';
import { FormDialog } from '#features/security/form-dialog.tsx';
import { notifyDone } from '#features/security/notify-done.ts';
import { securityChanges } from '#signed-in/security.ts';

export interface ChangePinProps {
  readonly userId: string;
  readonly known: SecurityInformation;
  readonly onClose: () => void;
}

export function ChangePin({ userId, known, onClose }: ChangePinProps) {
  const { t } = useTranslation();
  const { setPin } = securityChanges(useQueryClient(), userId);
  const [pin, setTyped] = useState('');
  const [repeat, setRepeat] = useState('');
  const save = async () => {
    await setPin(pin, known.hasPin ? known.isPinAskedForTrading : true);
    onClose();
    await notifyDone(t(($) => $.security.pin.done));
  };
  return (
    <FormDialog
      title={t(($) => (known.hasPin ? $.security.pin.change : $.security.pin.set))}
      about={t(($) => $.security.pin.about)}
      isReady={isWholeCode('pin', pin) && pin === repeat}
      action={t(($) => $.security.save)}
      busyLabel={t(($) => $.security.working)}
      send={save}
      onClose={onClose}
    >
      {(isTried) => (
        <>
          <CodeField
            kind="pin"
            label={t(($) => $.security.pin.new)}
            value={pin}
            onValueChange={setTyped}
            isTried={isTried}
            data-testid="new-pin"
          />
          <CodeField
            kind="pin"
            label={t(($) => $.security.pin.repeat)}
            value={repeat}
            onValueChange={setRepeat}
            error={pin !== repeat && (isTried || isWholeCode('pin', repeat)) && t(($) => $.security.pin.mismatch)}
            data-testid="repeat-pin"
          />
        </>
      )}
    </FormDialog>
  );
}

/** A new PIN, twice. The first one is asked for by orders at once: that is what it is set for. */
import type { SecurityInformation } from '@mua/contract/entities/security';
import { LIMITS } from '@mua/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { securityChanges } from '#data/security.ts';
import { CodeInput } from '#design/ui/code-input.tsx';
import { Field } from '#design/ui/field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { tellDone } from './tell-done.ts';

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
  const isWhole = pin.length === LIMITS.pinDigits;
  const save = async () => {
    await setPin(pin, known.hasPin ? known.isPinAskedForTrading : true);
    onClose();
    await tellDone(t(($) => $.security.pin.done));
  };
  return (
    <FormDialog
      title={t(($) => (known.hasPin ? $.security.pin.change : $.security.pin.set))}
      about={t(($) => $.security.pin.about)}
      isReady={isWhole && pin === repeat}
      action={t(($) => $.security.save)}
      busyLabel={t(($) => $.security.working)}
      send={save}
      onClose={onClose}
    >
      {(isTried) => (
        <>
          <Field
            roomy
            label={t(($) => $.security.pin.new)}
            error={isTried && !isWhole && t(($) => $.security.pin.digits, { digits: LIMITS.pinDigits })}
          >
            {(control) => (
              <CodeInput
                {...control}
                isSecret
                digits={LIMITS.pinDigits}
                value={pin}
                onValueChange={setTyped}
                data-testid="new-pin"
              />
            )}
          </Field>
          <Field
            roomy
            label={t(($) => $.security.pin.repeat)}
            error={
              pin !== repeat && (isTried || repeat.length === LIMITS.pinDigits) && t(($) => $.security.pin.mismatch)
            }
          >
            {(control) => (
              <CodeInput
                {...control}
                isSecret
                digits={LIMITS.pinDigits}
                value={repeat}
                onValueChange={setRepeat}
                data-testid="repeat-pin"
              />
            )}
          </Field>
        </>
      )}
    </FormDialog>
  );
}

/** First step: by mail or by SMS, and to which address. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askForReset, isResetAddress, usePasswordReset } from '#data/password-reset.ts';
import { useSubmission } from '#data/submission.ts';
import { Button } from '#design/ui/button.tsx';
import { digitsOf } from '#design/ui/code-input.tsx';
import { Field } from '#design/ui/field.tsx';
import { Input } from '#design/ui/input.tsx';
import { RefusalNote } from '#design/ui/refusal-note.tsx';
import { Segment } from '#design/ui/segment.tsx';

export function ResetAddress() {
  const { t } = useTranslation();
  const { channel, recipient, setChannel, setRecipient } = usePasswordReset();
  const { isBusy, refusal, submit } = useSubmission();
  const [isTried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isEmail = channel === 'email';
  const typed = isEmail ? recipient.trim() : digitsOf(recipient);
  const fault = typed === '' ? 'missing' : isResetAddress(channel, typed) ? null : 'odd';
  const faults = isEmail
    ? { missing: t(($) => $.validation.email), odd: t(($) => $.validation.emailInvalid) }
    : { missing: t(($) => $.validation.phone), odd: t(($) => $.validation.mobileNumber) };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault !== null || isBusy) return field.current?.focus();
    await submit(() => askForReset(channel, typed));
  };

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
      <div className="grid gap-1.5">
        <span className="font-medium text-13">{t(($) => $.security.forgot.channel)}</span>
        <Segment
          label={t(($) => $.security.forgot.channel)}
          columns={2}
          value={channel}
          onValueChange={(next) => {
            setChannel(next);
            setTried(false);
          }}
          className="[&_button]:h-9 max-md:[&_button]:h-11"
          options={[
            { value: 'email', label: t(($) => $.security.forgot.byEmail) },
            { value: 'phone', label: t(($) => $.security.forgot.byPhone) },
          ]}
        />
      </div>
      <Field
        roomy
        label={isEmail ? t(($) => $.security.forgot.email) : t(($) => $.security.forgot.phone)}
        error={isTried && fault && faults[fault]}
      >
        {(control) => (
          <Input
            {...control}
            ref={field}
            size="xl"
            type={isEmail ? 'email' : 'tel'}
            inputMode={isEmail ? 'email' : 'tel'}
            autoComplete={isEmail ? 'email' : 'tel'}
            autoCapitalize="none"
            spellCheck={false}
            value={recipient}
            onChange={(event) => setRecipient(event.target.value)}
            data-testid="reset-address"
          />
        )}
      </Field>
      <RefusalNote refusal={refusal} />
      <Button
        type="submit"
        className="h-11 text-14"
        busy={isBusy}
        busyLabel={t(($) => $.security.forgot.sending)}
        data-testid="reset-send"
      >
        {t(($) => $.security.forgot.send)}
      </Button>
    </form>
  );
}

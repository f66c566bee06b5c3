/** The first step: whether the code comes by mail or SMS, and to which address. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { ContactField, readContact } from '#design/ui/controls/contact-field.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { askForReset, usePasswordReset } from '#pages/login/password-reset.ts';
import { useSubmission } from '#wire/submission.ts';

export function ResetAddress() {
  const { t } = useTranslation();
  const { channel, recipient, setChannel, setRecipient } = usePasswordReset();
  const { isBusy, refusal, submit } = useSubmission();
  const [isTried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { address, isValid } = readContact(channel, recipient);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isValid || isBusy) return field.current?.focus();
    await submit(() => askForReset(channel, address));
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
          className="md:[&_button]:h-9"
          options={[
            { value: 'email', label: t(($) => $.security.forgot.byEmail) },
            { value: 'phone', label: t(($) => $.security.forgot.byPhone) },
          ]}
        />
      </div>
      <ContactField
        ref={field}
        channel={channel}
        label={t(($) => (channel === 'email' ? $.security.forgot.email : $.security.forgot.phone))}
        value={recipient}
        onValueChange={setRecipient}
        isTried={isTried}
        data-testid="reset-address"
      />
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

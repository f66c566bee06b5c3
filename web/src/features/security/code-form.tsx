/**
 * Asks for the code of a mail or SMS: where it was sent, the field, the tries left, and a new code after a minute. A
 * wrong code leaves the form as it is; what the code confirms is up to the caller.
 */
import type { OtpDelivery } from '@mua/contract/entities/security';
import { LIMITS } from '@mua/contract/limits';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNowMs, useEverySecond } from '#clock/market-clock.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { CodeField, isWholeCode } from '#design/ui/controls/code-field.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { useSubmission } from '#wire/submission.ts';

export interface CodeFormProps {
  readonly delivery: OtpDelivery;
  /** Both throw `CallError`. */
  readonly onVerify: (code: string) => Promise<void>;
  readonly onResend: () => Promise<void>;
  /** Beside the resend button: the way back. */
  readonly children?: ReactNode;
}

export function CodeForm({ delivery, onVerify, onResend, children }: CodeFormProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [isFaulty, setFaulty] = useState(false);
  const verifying = useSubmission();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isWhole = isWholeCode('otp', code);
    setFaulty(!isWhole);
    if (!isWhole || verifying.isBusy) return field.current?.focus();
    const refused = await verifying.submit(() => onVerify(code));
    if (refused) field.current?.select();
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <p className="text-14 text-fg-2">{t(($) => $.security.code.sentTo, { recipient: delivery.sentTo })}</p>
      <CodeField
        ref={field}
        kind="otp"
        value={code}
        onValueChange={setCode}
        hint={<Expiry expiresAt={delivery.expiresAt} />}
        isTried={isFaulty}
        data-testid="otp-code"
      />
      <RefusalNote refusal={verifying.refusal} />
      <Button
        type="submit"
        size="lg"
        className="h-11"
        busy={verifying.isBusy}
        busyLabel={t(($) => $.security.code.confirming)}
        data-testid="otp-confirm"
      >
        {t(($) => $.security.code.confirm)}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-2">
        {verifying.refusal?.facts.left === 0 ? (
          <NoMore>{t(($) => $.security.code.noTries)}</NoMore>
        ) : (
          <Resend delivery={delivery} onResend={onResend} onSent={() => setCode('')} />
        )}
        {children}
      </div>
    </form>
  );
}

function Expiry({ expiresAt }: Pick<OtpDelivery, 'expiresAt'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const left = useEverySecond(() => secondsUntil(expiresAt, LIMITS.otpTtlMs));
  return left > 0
    ? t(($) => $.security.code.expiresIn, { time: format.countdown(left * 1000) })
    : t(($) => $.security.code.expired);
}

interface ResendProps extends Pick<CodeFormProps, 'delivery' | 'onResend'> {
  readonly onSent: () => void;
}

function Resend({ delivery, onResend, onSent }: ResendProps) {
  const { t } = useTranslation();
  const { isBusy, refusal, submit } = useSubmission();
  const [isSent, setSent] = useState(false);
  const seconds = useEverySecond(() => secondsUntil(delivery.resendAt, LIMITS.otpResendGapMs));
  if (delivery.resendsLeft === 0) return <NoMore>{t(($) => $.security.code.noResends)}</NoMore>;
  const resend = async () => {
    setSent(false);
    const refused = await submit(onResend);
    setSent(refused === null);
    if (refused === null) onSent();
  };
  return (
    <div className="grid gap-1">
      <Button
        variant="outline"
        className="justify-self-start tabular-nums max-md:h-11"
        disabled={seconds > 0}
        busy={isBusy}
        onClick={() => void resend()}
        data-testid="otp-resend"
      >
        {seconds > 0 ? t(($) => $.shell.action.resendIn, { seconds }) : t(($) => $.shell.action.resend)}
      </Button>
      <p role="status" className="text-12 text-success">
        {isSent && t(($) => $.security.code.resent)}
      </p>
      <RefusalNote refusal={refusal} />
    </div>
  );
}

/** Why no further code can be requested. */
function NoMore({ children }: { readonly children: string }) {
  return (
    <p role="status" className="text-12 text-fg-3">
      {children}
    </p>
  );
}

/** Never more than `mostMs`: a wrong clock on this machine must not lock anybody out of requesting a code. */
function secondsUntil(instant: string, mostMs: number): number {
  const leftMs = Math.min(mostMs, Date.parse(instant) - serverNowMs());
  return Math.max(0, Math.ceil(leftMs / 1000));
}

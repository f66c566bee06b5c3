/** Refusing to sign takes a reason, which people read. */

import { rejectDocument } from '@mua/contract/http/digital-signatures';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { useSubmission } from '#wire/submission.ts';

export interface RejectFormProps {
  /** Throws `CallError`. */
  readonly onAsk: (reason: string) => Promise<void>;
  readonly onBack: () => void;
}

const { reason: reasonSchema } = rejectDocument.body.shape;

export function RejectForm({ onAsk, onBack }: RejectFormProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const { isBusy, refusal, submit } = useSubmission();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isMissing = typed.trim() === '';
  const isFaulty = !reasonSchema.safeParse(typed).success;
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isFaulty || isBusy) return field.current?.focus();
    await submit(() => onAsk(typed));
  };
  return (
    <Card aria-label={t(($) => $.contracts.reject.title)} className="max-md:p-4">
      <form noValidate onSubmit={(event) => void ask(event)} className="grid gap-3.5">
        <h2 className="text-16">{t(($) => $.contracts.reject.title)}</h2>
        <p className="text-fg-2">{t(($) => $.contracts.reject.about)}</p>
        <Field
          roomy
          label={t(($) => $.contracts.reject.reason)}
          hint={t(($) => $.contracts.reject.reasonHint)}
          error={isTried && isFaulty && t(($) => (isMissing ? $.validation.required : $.signUp.fault.words))}
        >
          {(control) => (
            <Input
              {...control}
              ref={field}
              size="xl"
              maxLength={200}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              data-testid="reject-reason"
            />
          )}
        </Field>
        <RefusalNote refusal={refusal} />
        <Button
          type="submit"
          variant="danger"
          size="lg"
          className="h-11"
          busy={isBusy}
          busyLabel={t(($) => $.contracts.sign.asking)}
          data-testid="reject-send"
        >
          {t(($) => $.contracts.reject.ask)}
        </Button>
        <Button variant="ghost" className="max-md:h-11" onClick={onBack}>
          {t(($) => $.contracts.sign.back)}
        </Button>
      </form>
    </Card>
  );
}

/**
 * A request to be paid: sum, beneficiary and note, what they leave, and the code, which is entered where the button
 * stood, with sum and receiver still in sight.
 */
import type { BeneficiaryAccount } from '@mua/contract/entities/beneficiary-account';
import type { Taskflow } from '@mua/contract/entities/security';
import type { WithdrawNote } from '@mua/contract/http/banks';
import { readTypedVnd, type Vnd } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { useCaughtFocus } from '#design/use-caught-focus.ts';
import { CodeForm } from '#features/security/code-form.tsx';
import { notifyDone } from '#features/security/notify-done.ts';
import { useWaitingCode } from '#features/security/waiting-code.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useAccountName } from '#pages/bank-information/shown-accounts.ts';
import { AfterWithdrawal } from '#pages/withdraw/after-withdrawal.tsx';
import { AmountField } from '#pages/withdraw/amount-field.tsx';
import { BeneficiaryChoice } from '#pages/withdraw/beneficiary-choice.tsx';
import type { WithdrawFigures } from '#pages/withdraw/withdraw-figures.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { withdrawing } from '#signed-in/payouts.ts';
import { useSubmission } from '#wire/submission.ts';

export interface WithdrawFormProps {
  readonly actor: AccountActor;
  readonly figures: WithdrawFigures;
  readonly beneficiaries: readonly BeneficiaryAccount[];
  /** What holds for every withdrawal. */
  readonly note: WithdrawNote;
}

const draftFields = z.object({
  amount: z.string(),
  /** Null while nobody has chosen: then it is the only one that can be paid. */
  beneficiaryId: z.string().nullable(),
  note: z.string(),
});
type Draft = Readonly<z.infer<typeof draftFields>>;

const EMPTY: Draft = { amount: '', beneficiaryId: null, note: '' };

export function WithdrawForm({ actor, figures, beneficiaries, note }: WithdrawFormProps) {
  const { t } = useTranslation();
  const [waiting, wait] = useWaitingCode(`withdraw ${actor.userId} ${actor.accountId}`, draftFields);
  const [draft, setDraft] = useState<Draft>(waiting?.about ?? EMPTY);
  const [isTried, setTried] = useState(false);
  const { ask } = withdrawing(useQueryClient(), actor);
  const { isBusy, refusal, submit } = useSubmission();
  const form = useRef<HTMLFormElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  const caught = useCaughtFocus(sendButton);
  const id = useId();
  const amountVnd = readTypedVnd(draft.amount);
  const beneficiary = chosenOf(beneficiaries, draft.beneficiaryId);
  const leastVnd = BigInt(note.least);
  const mostVnd = figures.withdrawable.value;
  const isGood = amountVnd !== undefined && amountVnd >= leastVnd && amountVnd <= mostVnd && beneficiary !== undefined;
  const isWaiting = waiting !== null;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isBusy || isWaiting) return;
    if (!isGood) return focusFault(form.current);
    const { beneficiaryAccountId } = beneficiary;
    const own = draft.note.trim();
    // Chosen by now, though others become usable while the code is looked up.
    const about = { ...draft, beneficiaryId: beneficiaryAccountId };
    setDraft(about);
    const body = { amount: amountVnd.toString(), beneficiaryAccountId, ...(own === '' ? {} : { note: own }) };
    await submit(async () => wait({ task: await ask(body), about }));
  };
  return (
    <Card {...caught} aria-label={t(($) => $.withdrawals.form)} className="grid gap-4 max-md:p-4">
      <form
        id={id}
        ref={form}
        noValidate
        onSubmit={(event) => void send(event)}
        className="grid min-w-0 gap-4"
        data-testid="withdraw-form"
      >
        <AmountField
          typed={draft.amount}
          {...{ leastVnd, mostVnd, isTried, isDisabled: isWaiting }}
          onType={(amount) => setDraft({ ...draft, amount })}
        />
        <BeneficiaryChoice
          {...{ beneficiaries, isDisabled: isWaiting }}
          userId={actor.userId}
          holderName={note.holderName}
          chosenId={beneficiary?.beneficiaryAccountId ?? null}
          isMissing={isTried && !beneficiary}
          onChoose={(beneficiaryId) => setDraft({ ...draft, beneficiaryId })}
        />
        <NoteField
          value={draft.note}
          usual={note.note}
          isDisabled={isWaiting}
          onType={(own) => setDraft({ ...draft, note: own })}
        />
      </form>
      <AfterWithdrawal figures={figures} amountVnd={isGood || isWaiting ? (amountVnd ?? null) : null} />
      {waiting && beneficiary && amountVnd !== undefined ? (
        <WithdrawCode
          {...{ actor, beneficiary, amountVnd }}
          task={waiting.task}
          onTask={(task) => wait({ ...waiting, task })}
          onBack={() => wait(null)}
          onDone={() => {
            wait(null);
            setTried(false);
            setDraft(EMPTY);
          }}
        />
      ) : (
        <SendButton ref={sendButton} formId={id} {...{ amountVnd, isBusy, refusal }} />
      )}
    </Card>
  );
}

interface NoteFieldProps {
  readonly value: string;
  /** What the bank writes without one. */
  readonly usual: string;
  readonly isDisabled: boolean;
  readonly onType: (note: string) => void;
}

function NoteField({ value, usual, isDisabled, onType }: NoteFieldProps) {
  const { t } = useTranslation();
  return (
    <Field roomy label={t(($) => $.withdrawals.note)} aside={t(($) => $.withdrawals.optional)}>
      {(control) => (
        <Input
          {...control}
          size="lg"
          className="max-md:h-11"
          maxLength={100}
          autoComplete="off"
          disabled={isDisabled}
          placeholder={usual}
          value={value}
          onChange={({ target }) => onType(target.value)}
          data-testid="withdraw-note"
        />
      )}
    </Field>
  );
}

function SendButton({
  ref,
  formId,
  amountVnd,
  isBusy,
  refusal,
}: {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly formId: string;
  readonly amountVnd: Vnd | undefined;
  readonly isBusy: boolean;
  readonly refusal: ReturnType<typeof useSubmission>['refusal'];
}) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <RefusalNote refusal={refusal} />
      <Button
        ref={ref}
        type="submit"
        form={formId}
        size="lg"
        className="h-11 w-full"
        busy={isBusy}
        busyLabel={t(($) => $.withdrawals.sending)}
        data-testid="withdraw-send"
      >
        {amountVnd === undefined
          ? t(($) => $.withdrawals.sendFirst)
          : t(($) => $.withdrawals.send, { amount: format.vnd(amountVnd) })}
      </Button>
    </>
  );
}

/** Until somebody chooses: the only one that can be paid. */
function chosenOf(
  beneficiaries: readonly BeneficiaryAccount[],
  chosenId: string | null,
): BeneficiaryAccount | undefined {
  const usable = beneficiaries.filter(({ usableFrom }) => usableFrom === null);
  if (chosenId === null) return usable.length === 1 ? usable[0] : undefined;
  return usable.find(({ beneficiaryAccountId }) => beneficiaryAccountId === chosenId);
}

/** After the faults are drawn. */
function focusFault(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

interface WithdrawCodeProps extends Pick<WithdrawFormProps, 'actor'> {
  readonly task: Taskflow;
  readonly beneficiary: BeneficiaryAccount;
  readonly amountVnd: Vnd;
  readonly onTask: (task: Taskflow) => void;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

function WithdrawCode({ actor, task, beneficiary, amountVnd, onTask, onBack, onDone }: WithdrawCodeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const nameOf = useAccountName(actor.userId);
  const { verify, resend } = withdrawing(useQueryClient(), actor);
  const account = nameOf(beneficiary.bankCode, beneficiary.beneficiaryAccountNumber);
  const amount = format.vnd(amountVnd);
  return (
    <section
      aria-label={t(($) => $.withdrawals.code, { amount })}
      className="grid gap-3 rounded-lg border border-border-strong bg-surface-2 p-3.5"
      data-testid="withdraw-code"
    >
      <h2 className="font-medium text-14">{t(($) => $.withdrawals.code, { amount })}</h2>
      <CodeForm
        delivery={task}
        onVerify={async (code) => {
          await verify(task, code);
          onDone();
          await notifyDone(t(($) => $.withdrawals.done, { amount, account }));
        }}
        onResend={async () => onTask(await resend(task))}
      >
        <Button variant="ghost" className="max-md:h-11" onClick={onBack}>
          {t(($) => $.withdrawals.back)}
        </Button>
      </CodeForm>
      <p className="text-12 text-fg-3">{t(($) => $.withdrawals.codeAbout, { amount, account })}</p>
    </section>
  );
}

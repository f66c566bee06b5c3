/** A bank account that is added or changed: its fields first, then the code, with the account still in sight. */
import { zodResolver } from '@hookform/resolvers/zod';
import type { Taskflow } from '@mua/contract/entities/security';
import { bankAccountFields } from '@mua/contract/http/banks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Button } from '#design/ui/controls/button.tsx';
import { digitsOf } from '#design/ui/controls/code-field.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { CodeForm } from '#features/security/code-form.tsx';
import { notifyDone } from '#features/security/notify-done.ts';
import { useWaitingCode } from '#features/security/waiting-code.ts';
import { languageOf } from '#i18n/languages.ts';
import { ChoiceField } from '#pages/account-overview/ekyc/choice-field.tsx';
import type { BankTab } from '#pages/bank-information/bank-tabs.ts';
import { type ShownAccount, useAccountName } from '#pages/bank-information/shown-accounts.ts';
import { type BankAccountFields, bankChanges, banksQuery } from '#signed-in/payouts.ts';
import { useSubmission } from '#wire/submission.ts';

export interface BankAccountFormProps {
  readonly userId: string;
  readonly tab: BankTab;
  /** Null for a new one. */
  readonly account: ShownAccount | null;
  readonly holderName: string;
  readonly onDone: () => void;
}

/** Where its code is waited for; of a new account without one. */
export function formPlace(userId: string, tab: BankTab, account: Pick<ShownAccount, 'id'> | null): string {
  return `bank ${userId} ${tab} ${account?.id ?? 'new'}`;
}

export function BankAccountForm({ userId, tab, account, holderName, onDone }: BankAccountFormProps) {
  const { t } = useTranslation();
  const nameOf = useAccountName(userId);
  const changes = bankChanges(useQueryClient(), userId);
  const [waiting, wait] = useWaitingCode(formPlace(userId, tab, account), bankAccountFields);
  const [draft, setDraft] = useState(() => waiting?.about ?? draftOf(account, holderName));
  const title = t(($) => (account ? $.banks.change[tab] : $.banks.add[tab]));
  const save = (fields: BankAccountFields): Promise<Taskflow> => {
    if (tab === 'registered')
      return account ? changes.changeRegistered(account.id, fields) : changes.addRegistered(fields);
    const { bank: bankCode, accountNumber: beneficiaryAccountNumber, holderName: accountName } = fields;
    const body = { beneficiaryAccountNumber, accountName, bankCode };
    return account ? changes.changeBeneficiary(account.id, body) : changes.addBeneficiary(body);
  };
  if (!waiting)
    return (
      <Card aria-label={title} className="grid gap-4 max-md:p-4" data-testid="bank-form">
        <h2 className="text-16">{title}</h2>
        <Fields
          {...{ userId, tab, draft }}
          onCancel={onDone}
          onSend={async (fields) => {
            setDraft(fields);
            wait({ task: await save(fields), about: fields });
          }}
        />
      </Card>
    );
  const { task, about: fields } = waiting;
  const name = nameOf(fields.bank, fields.accountNumber);
  return (
    <Card aria-label={title} className="grid gap-3 max-md:p-4" data-testid="bank-form">
      <h2 className="text-16">{title}</h2>
      <p className="text-fg-2">{t(($) => $.banks.codeAbout, { account: name, holder: fields.holderName })}</p>
      <CodeForm
        delivery={task}
        onVerify={async (code) => {
          await changes.verify(task, code);
          wait(null);
          onDone();
          await notifyDone(t(($) => $.banks.saved, { account: name }));
        }}
        onResend={async () => wait({ task: await changes.resend(task), about: fields })}
      >
        <Button variant="ghost" className="max-md:h-11" onClick={() => wait(null)}>
          {t(($) => $.banks.back)}
        </Button>
      </CodeForm>
    </Card>
  );
}

function draftOf(account: ShownAccount | null, holderName: string): BankAccountFields {
  return account
    ? { bank: account.bankCode, accountNumber: account.number, holderName: account.holder, branch: account.branch }
    : { bank: '', accountNumber: '', holderName, branch: null };
}

interface FieldsProps extends Pick<BankAccountFormProps, 'userId' | 'tab'> {
  readonly draft: BankAccountFields;
  readonly onCancel: () => void;
  /** Throws `CallError`. */
  readonly onSend: (fields: BankAccountFields) => Promise<void>;
}

function Fields({ userId, tab, draft, onCancel, onSend }: FieldsProps) {
  const { t } = useTranslation();
  const { isBusy, refusal, submit } = useSubmission();
  const form: BankForm = useForm({
    ...{ defaultValues: draft, resolver: zodResolver(bankAccountFields), shouldFocusError: false },
  });
  const { errors } = form.formState;
  const first = useRef<HTMLFormElement>(null);
  useEffect(() => first.current?.querySelector<HTMLElement>('button')?.focus(), []);
  const send = form.handleSubmit(
    async (fields) => {
      if (!isBusy) await submit(() => onSend(fields));
    },
    // The first one in sight, which may be a list that the form's library can't focus.
    () => setTimeout(() => first.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()),
  );
  return (
    <form ref={first} noValidate onSubmit={(event) => void send(event)} className="grid gap-3.5">
      <BankField userId={userId} form={form} />
      <NumberField form={form} />
      <Field
        roomy
        label={t(($) => $.banks.holder)}
        hint={t(($) => $.banks.holderHint)}
        error={errors.holderName && t(($) => $.banks.fault.holder)}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('holderName')}
            size="xl"
            autoComplete="name"
            data-testid="bank-holder"
          />
        )}
      </Field>
      {tab === 'registered' && (
        <Field roomy label={t(($) => $.banks.branch)} hint={t(($) => $.banks.branchHint)}>
          {(control) => (
            <Input
              {...control}
              {...form.register('branch', { setValueAs: (typed: string | null) => typed?.trim() || null })}
              size="xl"
              autoComplete="off"
              data-testid="bank-branch"
            />
          )}
        </Field>
      )}
      <RefusalNote refusal={refusal} />
      <div className="flex gap-2">
        <Button
          type="submit"
          size="lg"
          className="h-11 flex-1"
          busy={isBusy}
          busyLabel={t(($) => $.banks.sending)}
          data-testid="bank-send"
        >
          {t(($) => $.banks.send)}
        </Button>
        <Button variant="outline" size="lg" className="h-11" onClick={onCancel}>
          {t(($) => $.banks.cancel)}
        </Button>
      </div>
    </form>
  );
}

type BankForm = UseFormReturn<z.input<typeof bankAccountFields>, unknown, BankAccountFields>;

/** Found by any of its names, without accents. */
function BankField({ userId, form }: { readonly userId: string; readonly form: BankForm }) {
  const { t, i18n } = useTranslation();
  const language = languageOf(i18n.resolvedLanguage);
  const { data: banks } = useQuery(banksQuery(userId));
  const choices = banks?.map(({ bankCode, shortName, name }) => ({
    ...{ id: bankCode, name: shortName },
    otherNames: [name[language], name.vi, name.en, bankCode],
  }));
  return (
    <Controller
      control={form.control}
      name="bank"
      render={({ field, fieldState }) => (
        <ChoiceField
          name="bank"
          label={t(($) => $.banks.bank)}
          choices={choices}
          value={field.value}
          nothing={t(($) => $.banks.noBank)}
          error={fieldState.error && t(($) => $.banks.fault.bank)}
          onChoose={(code) => {
            field.onChange(code);
            if (form.formState.isSubmitted) void form.trigger('bank');
          }}
        />
      )}
    />
  );
}

/** As it stands in a message, spaces and all: what stays are the digits. */
function NumberField({ form }: { readonly form: BankForm }) {
  const { t } = useTranslation();
  return (
    <Controller
      control={form.control}
      name="accountNumber"
      render={({ field, fieldState }) => (
        <Field roomy label={t(($) => $.banks.number)} error={fieldState.error && t(($) => $.banks.fault.number)}>
          {(control) => (
            <Input
              {...control}
              {...field}
              size="xl"
              inputMode="numeric"
              autoComplete="off"
              onChange={(event) => field.onChange(digitsOf(event.target.value))}
              data-testid="bank-number"
            />
          )}
        </Field>
      )}
    />
  );
}

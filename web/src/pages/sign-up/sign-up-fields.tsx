/** The fields of a sign-up, each with its words: what belongs there, what is wrong with it, what the server says of it. */
import type { registerWithKind } from '@mua/contract/http/registration';
import { LIMITS } from '@mua/contract/limits';
import type { BodyOf } from '@mua/contract/route';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '#design/ui/controls/field.tsx';
import { Input, type InputProps } from '#design/ui/controls/input.tsx';
import { PasswordInput } from '#design/ui/controls/password-input.tsx';
import { RightNote } from '#design/ui/feedback/right-note.tsx';
import { PasswordHints } from '#features/security/password-hints.tsx';
import { writtenError } from '#i18n/error-facts.ts';
import { isErrorCode } from '#i18n/error-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { AccountNumberField } from '#pages/sign-up/account-number-field.tsx';
import type { Checked } from '#pages/sign-up/checked-values.ts';
import { phoneDigits, type SignUpDraft, type SignUpFault } from '#pages/sign-up/sign-up-draft.ts';
import { isTaxCodeRight, taxDigits } from '#pages/tax-code.ts';
import { WayOn } from '#signed-in/way-on.tsx';

export type SignUpFormState = UseFormReturn<SignUpDraft, unknown, BodyOf<typeof registerWithKind>>;

interface FieldsProps {
  readonly form: SignUpFormState;
}

export function CompanyFields({ form }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        form={form}
        name="companyName"
        label={t(($) => $.signUp.companyName)}
        hint={t(($) => $.signUp.companyHint)}
        autoComplete="organization"
      />
      <TextField
        form={form}
        name="taxCode"
        label={t(($) => $.signUp.taxCode)}
        hint={isTaxCodeRight(form.watch('taxCode')) && <RightNote>{t(($) => $.identification.taxCodeRight)}</RightNote>}
        clean={taxDigits}
        inputMode="numeric"
        autoComplete="off"
      />
    </>
  );
}

export function PersonFields({ form }: FieldsProps) {
  const { t } = useTranslation();
  const isBusiness = form.watch('kind') === 'BUSINESS';
  return (
    <>
      <TextField
        form={form}
        name="fullName"
        label={t(($) => (isBusiness ? $.signUp.representative : $.signUp.fullName))}
        hint={t(($) => $.signUp.fullNameHint)}
        autoComplete="name"
        autoCapitalize="words"
      />
      <TextField
        form={form}
        name="email"
        label={t(($) => $.signUp.email)}
        hint={t(($) => $.signUp.emailHint)}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
      />
      <TextField
        form={form}
        name="phone"
        label={t(($) => $.signUp.phone)}
        clean={phoneDigits}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
      <div className="grid gap-2">
        <Field roomy label={t(($) => $.signUp.password)} error={useFaultText(form, 'password')}>
          {(control) => (
            <PasswordInput
              {...control}
              {...form.register('password')}
              size="xl"
              autoComplete="new-password"
              data-testid="sign-up-password"
            />
          )}
        </Field>
        <PasswordHints password={form.watch('password')} />
      </div>
    </>
  );
}

export interface WishFieldsProps extends FieldsProps {
  readonly checks: { readonly number: Checked; readonly agent: Checked };
}

/** What nobody has to fill in. */
export function WishFields({ form, checks: { number, agent } }: WishFieldsProps) {
  const { t } = useTranslation();
  const existence = agent.state === 'told' ? agent.existence : undefined;
  const { ref } = form.register('number');
  const numberFault = useFaultText(form, 'number');
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
      <AccountNumberField
        ref={ref}
        value={form.watch('number')}
        onValueChange={(digits) =>
          form.setValue('number', digits, { shouldValidate: form.formState.errors.number !== undefined })
        }
        checked={number}
        // That it is taken is said by the check, with the numbers that are free.
        error={form.formState.errors.number?.type === 'IdInvestorCodeExisted' ? undefined : numberFault}
      />
      <TextField
        form={form}
        name="agentCode"
        label={t(($) => $.signUp.agent.label)}
        aside={t(($) => $.signUp.optional)}
        hint={
          <span role="status">
            {existence?.name ? (
              <RightNote>{existence.name}</RightNote>
            ) : (
              t(($) => (agent.state === 'checking' ? $.signUp.agent.checking : $.signUp.agent.hint))
            )}
          </span>
        }
        error={existence?.exists === false && t(($) => $.errors.BrokerNotFound)}
        autoComplete="off"
        autoCapitalize="characters"
      />
    </div>
  );
}

interface TextFieldProps extends FieldsProps, Omit<InputProps, 'form' | 'name' | 'size'> {
  readonly name: Exclude<keyof SignUpDraft, 'kind' | 'password' | 'number'>;
  readonly label: string;
  readonly aside?: ReactNode;
  readonly hint?: ReactNode;
  /** What else is wrong with it. */
  readonly error?: ReactNode;
  /** Keeps what belongs into the field, of whatever is typed or pasted. */
  readonly clean?: (typed: string) => string;
}

function TextField({ form, name, label, aside, hint, error, clean, ...input }: TextFieldProps) {
  const fault = useFaultText(form, name);
  const registered = form.register(name, {
    ...(clean && { onChange: ({ target }) => form.setValue(name, clean(target.value)) }),
  });
  return (
    <Field roomy label={label} aside={aside} hint={hint} error={fault ?? error}>
      {(control) => (
        <Input {...control} {...registered} {...input} size="xl" spellCheck={false} data-testid={`sign-up-${name}`} />
      )}
    </Field>
  );
}

/** A fault of the form, or a refusal of the server with where it leads to. */
function useFaultText(form: SignUpFormState, name: keyof SignUpDraft): ReactNode | undefined {
  const { t } = useTranslation();
  const format = useFormat();
  const fault = form.formState.errors[name];
  if (!fault) return undefined;
  if (isErrorCode(String(fault.type))) {
    const code = String(fault.type);
    return (
      <>
        {writtenError({ t, format }, { code, facts: { free: fault.message ?? '' } })}{' '}
        <WayOn code={code} className="whitespace-nowrap font-medium underline underline-offset-2 max-md:py-3" />
      </>
    );
  }
  return faultText(t, fault.message as SignUpFault, form.getValues());
}

function faultText(t: TFunction, fault: SignUpFault, draft: SignUpDraft): string {
  switch (fault) {
    case 'taxDigits':
      return t(($) => $.signUp.fault.taxDigits, { count: draft.taxCode.length });
    case 'numberDigits':
      return t(($) => $.signUp.fault.numberDigits, { count: draft.number.length });
    case 'words':
      return t(($) => $.signUp.fault.words);
    case 'passwordPattern':
      return t(($) => $.validation.passwordPattern, { min: LIMITS.passwordMin, max: LIMITS.passwordMax });
    default:
      return t(($) => $.validation[fault]);
  }
}

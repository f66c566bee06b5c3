/** The fields of a strategy, each with what is wrong beside it. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import type { StrategyForm } from '@mua/contract/entities/strategy';
import { FEE_PERIODS, readTypedVnd } from '@mua/core/values';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { BoundField } from '#design/ui/controls/bound-field.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { controlVariants, Input } from '#design/ui/controls/input.tsx';
import { Select } from '#design/ui/controls/select.tsx';
import { AccountName } from '#design/ui/figures/account-name.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { promiseIn } from '#pages/copy-trade/leading/result-promises.ts';
import {
  DESCRIPTION_MOST,
  NAME_MOST,
  oneLine,
  RATE_MOST,
  type StrategyDraft,
  type StrategyFault,
  type StrategyField,
} from '#pages/copy-trade/leading/strategy-draft.ts';
import { accountsQuery } from '#signed-in/accounts.ts';

export type StrategyFormOf = UseFormReturn<StrategyDraft, unknown, StrategyForm>;

export interface StrategyFieldsProps {
  readonly userId: string;
  readonly form: StrategyFormOf;
  readonly isNew: boolean;
}

export function StrategyFields({ userId, form, isNew }: StrategyFieldsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { register, setValue, getValues } = form;
  const faultOf = useFaults(form);
  const sum = (name: 'copyFee' | 'minFollowAmount') => ({
    ...register(name, {
      onBlur: () => {
        const vnd = readTypedVnd(getValues(name));
        if (vnd !== undefined) setValue(name, format.vnd(vnd, { bare: true }));
      },
    }),
    unit: '₫',
    error: faultOf(name),
    'data-testid': `strategy-${name}`,
  });
  return (
    <>
      <Two>
        <NameField form={form} error={faultOf('name')} />
        <AccountField userId={userId} form={form} isNew={isNew} error={faultOf('accountId')} />
      </Two>
      <DescriptionField form={form} error={faultOf('description')} />
      <Two>
        <BoundField
          label={t(($) => $.strategies.copyFee)}
          hint={t(($) => $.leading.hint.copyFee)}
          {...sum('copyFee')}
        />
        <PeriodField form={form} />
      </Two>
      <Two>
        <BoundField
          label={t(($) => $.strategies.performanceFee)}
          hint={t(($) => $.leading.hint.performanceFee, { most: `${RATE_MOST}%` })}
          error={faultOf('performanceFeeRate')}
          unit="%"
          inputMode="decimal"
          {...register('performanceFeeRate')}
          data-testid="strategy-performanceFeeRate"
        />
        <BoundField
          label={t(($) => $.strategies.minFollow)}
          hint={t(($) => $.leading.hint.minFollow)}
          {...sum('minFollowAmount')}
        />
      </Two>
      <Two>
        <BoundField
          label={t(($) => $.strategies.tolerance)}
          hint={t(($) => $.leading.hint.tolerance)}
          error={faultOf('slippageTolerance')}
          unit={t(($) => $.leading.ticksUnit)}
          {...register('slippageTolerance')}
          data-testid="strategy-slippageTolerance"
        />
        <BoundField
          label={t(($) => $.leading.maxFollowers)}
          hint={t(($) => $.leading.hint.maxFollowers)}
          error={faultOf('maxFollowers')}
          {...register('maxFollowers')}
          data-testid="strategy-maxFollowers"
        />
      </Two>
    </>
  );
}

function Two({ children }: { readonly children: ReactNode }) {
  return <div className="grid items-start gap-x-4 gap-y-4 md:grid-cols-2">{children}</div>;
}

function useFaults({ formState: { errors } }: StrategyFormOf) {
  const { t } = useTranslation();
  return (name: StrategyField) => {
    const fault = errors[name]?.message as StrategyFault | undefined;
    return fault && t(($) => $.leading.fault[fault], { most: `${RATE_MOST}%` });
  };
}

interface OneFieldProps extends Pick<StrategyFieldsProps, 'form'> {
  readonly error: string | undefined;
}

function NameField({ form, error }: OneFieldProps) {
  const { t } = useTranslation();
  const name = useWatch({ control: form.control, name: 'name' });
  return (
    <Field
      roomy
      label={t(($) => $.leading.name)}
      aside={t(($) => $.leading.letters, { letters: name.trim().length, most: NAME_MOST })}
      error={error}
    >
      {(control) => (
        <Input
          {...control}
          {...form.register('name')}
          size="lg"
          className="max-md:h-11"
          maxLength={NAME_MOST}
          autoComplete="off"
          data-testid="strategy-name"
        />
      )}
    </Field>
  );
}

function DescriptionField({ form, error }: OneFieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const text = useWatch({ control: form.control, name: 'description' });
  const promise = promiseIn(text);
  const { onBlur, ...registered } = form.register('description');
  return (
    <Field
      roomy
      label={t(($) => $.leading.description)}
      aside={t(($) => $.leading.letters, {
        letters: format.volume(text.trim().length),
        most: format.volume(DESCRIPTION_MOST),
      })}
      hint={t(($) => $.leading.hint.description)}
      warning={promise !== undefined && t(($) => $.leading.promises, { words: promise })}
      error={error}
    >
      {(control) => (
        <span
          data-slot="input"
          className={cn(
            controlVariants({ size: 'lg', tone: error ? 'error' : promise === undefined ? 'plain' : 'warning' }),
            'h-auto',
          )}
        >
          <textarea
            {...control}
            {...registered}
            rows={4}
            maxLength={DESCRIPTION_MOST}
            className="field-sizing-content min-h-22 w-full min-w-0 flex-1 resize-none bg-transparent py-2 leading-6 outline-none"
            onBlur={(event) => {
              form.setValue('description', oneLine(event.target.value));
              void onBlur(event);
            }}
            data-testid="strategy-description"
          />
        </span>
      )}
    </Field>
  );
}

function PeriodField({ form }: Pick<StrategyFieldsProps, 'form'>) {
  const { t } = useTranslation();
  return (
    <Controller
      control={form.control}
      name="paymentPeriod"
      render={({ field }) => (
        <Field roomy label={t(($) => $.leading.period)} hint={t(($) => $.leading.hint.period)}>
          {(control) => (
            <Select
              {...control}
              size="lg"
              className="max-md:h-11"
              value={field.value}
              onValueChange={field.onChange}
              options={FEE_PERIODS.map((value) => ({ value, label: t(($) => $.leading.periods[value]) }))}
              data-testid="strategy-paymentPeriod"
            />
          )}
        </Field>
      )}
    />
  );
}

const NONE: readonly AccountOverview[] = [];

/** A sub-account that trades, and neither leads nor follows; a strategy stays on the one that it was published on. */
function AccountField({ userId, form, isNew, error }: OneFieldProps & Omit<StrategyFieldsProps, 'form'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: accounts = NONE } = useQuery(accountsQuery(userId));
  return (
    <Controller
      control={form.control}
      name="accountId"
      render={({ field }) => (
        <Field
          roomy
          label={t(($) => $.leading.account)}
          hint={t(($) => (isNew ? $.leading.hint.account : $.leading.hint.accountFixed))}
          error={error}
        >
          {(control) => (
            <Select
              {...control}
              size="lg"
              className="max-md:h-11"
              disabled={!isNew}
              value={field.value === '' ? undefined : field.value}
              placeholder={t(($) => $.leading.chooseAccount)}
              onValueChange={(accountId) => {
                field.onChange(accountId);
                if (form.formState.isSubmitted) void form.trigger('accountId');
              }}
              options={accounts.map((account) => ({
                value: account.accountId,
                disabled: barOf(account) !== null,
                label: (
                  <span className="flex items-center gap-1.5">
                    <AccountName account={{ name: account.subAccountCode, isDemo: account.isDemo }} />
                    <span className="text-fg-3">{format.vnd(account.totalEquity)}</span>
                  </span>
                ),
                hint: hintOf(account),
              }))}
              data-testid="strategy-account"
            />
          )}
        </Field>
      )}
    />
  );

  function hintOf(account: AccountOverview) {
    const bar = barOf(account);
    const strategy = account.copying?.strategyName ?? '';
    return bar && t(($) => $.strategies.follow.bar[bar], { strategy, min: '' });
  }
}

function barOf({ isActivated, copying }: AccountOverview): 'notActivated' | 'leads' | 'follows' | null {
  if (!isActivated) return 'notActivated';
  return copying && (copying.role === 'LEADS' ? 'leads' : 'follows');
}

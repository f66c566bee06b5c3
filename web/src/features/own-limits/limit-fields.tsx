/** The fields of the own limits, each with the effect of its value. */
import type { SelfLimits } from '@mua/contract/http/self-limits';
import { readTypedLots, readTypedVnd } from '@mua/core/values';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { serverNowMs } from '#clock/market-clock.ts';
import { readTimeOfDay } from '#design/time-of-day.ts';
import { BoundField } from '#design/ui/controls/bound-field.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { Select } from '#design/ui/controls/select.tsx';
import {
  FIELD_OF,
  type LimitEffect,
  type LimitFault,
  type LimitName,
  type LimitsDraft,
  loosensAtMs,
  PAUSES,
  type Pause,
} from '#features/own-limits/limits-draft.ts';
import { useLimitText } from '#features/own-limits/use-limit-text.ts';
import { lotUnit } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';

type LimitsForm = UseFormReturn<LimitsDraft, unknown, SelfLimits>;

export interface LimitFieldsProps {
  readonly form: LimitsForm;
  readonly inForce: SelfLimits;
  /** The pending limits, otherwise those in force. */
  readonly wished: SelfLimits;
  readonly effects: Readonly<Record<LimitName, LimitEffect>>;
  /** Limits whose current value the server already knows. */
  readonly saved: ReadonlySet<LimitName>;
}

export function LimitFields({ form, inForce, wished, effects, saved }: LimitFieldsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const {
    register,
    setValue,
    watch,
    formState: { errors },
  } = form;
  const notes = (name: LimitName) => {
    const fault = errors[FIELD_OF[name]]?.message as LimitFault | undefined;
    return {
      error: fault && t(($) => $.limits.fault[fault]),
      warning:
        effects[name] === 'later' ? <Later name={name} isSaved={saved.has(name)} inForce={inForce} /> : undefined,
      hint: effects[name] === 'atOnce' ? t(($) => $.limits.atOnce) : t(($) => $.limits.hint[name]),
    };
  };
  const echo = ({ target }: { target: HTMLInputElement }) => {
    const sum = readTypedVnd(target.value);
    if (sum !== undefined) setValue('dailyLoss', format.vnd(sum, { bare: true }));
  };
  return (
    <>
      <BoundField
        {...notes('maxLotsPerOrder')}
        label={t(($) => $.limits.name.maxLotsPerOrder)}
        unit={lotUnit(t, readTypedLots(watch('maxLots')))}
        placeholder={t(($) => $.limits.none)}
        {...register('maxLots')}
        data-testid="limit-lots"
      />
      <BoundField
        {...notes('dailyLoss')}
        label={t(($) => $.limits.name.dailyLoss)}
        unit="₫"
        placeholder={t(($) => $.limits.none)}
        {...register('dailyLoss', { onBlur: echo })}
        data-testid="limit-loss"
      />
      <Field roomy label={t(($) => $.limits.name.noTradeHours)} {...notes('noTradeHours')}>
        {(control) => <Hours control={control} form={form} />}
      </Field>
      <Field roomy label={t(($) => $.limits.name.coolOffUntil)} {...notes('coolOffUntil')}>
        {(control) => <PauseChoice control={control} form={form} wished={wished} />}
      </Field>
    </>
  );
}

/** The limit until then, and the date from which the new one applies. */
function Later({ name, isSaved, inForce }: { name: LimitName; isSaved: boolean; inForce: SelfLimits }) {
  const { t } = useTranslation();
  const format = useFormat();
  const text = useLimitText();
  const at = loosensAtMs(serverNowMs());
  return t(($) => (isSaved ? $.limits.pending : $.limits.later), {
    when: `${format.hour(at)} ${format.date(at)}`,
    now: text(name, inForce),
  });
}

interface ControlledProps {
  readonly control: Parameters<Parameters<typeof Field>[0]['children']>[0];
  readonly form: LimitsForm;
}

function Hours({ control, form: { register, setValue } }: ControlledProps) {
  const { t } = useTranslation();
  const time = (name: 'from' | 'to') => ({
    size: 'lg' as const,
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    className: 'flex-1 max-md:h-11',
    ...register(name, {
      deps: 'from',
      onBlur: ({ target }: { target: HTMLInputElement }) => {
        const read = readTimeOfDay(target.value);
        if (read !== undefined) setValue(name, read);
      },
    }),
  });
  return (
    <div className="flex items-center gap-2">
      <Input
        {...control}
        {...time('from')}
        aria-label={t(($) => $.limits.from)}
        placeholder="22:00"
        data-testid="limit-from"
      />
      <span aria-hidden className="text-fg-2">
        {t(($) => $.limits.to)}
      </span>
      <Input
        {...time('to')}
        aria-label={t(($) => $.limits.until)}
        aria-describedby={control['aria-describedby']}
        aria-invalid={control['aria-invalid']}
        placeholder="06:00"
        data-testid="limit-to"
      />
    </div>
  );
}

function PauseChoice({
  control,
  form: { setValue, watch },
  wished,
}: ControlledProps & { readonly wished: SelfLimits }) {
  const { t } = useTranslation();
  const text = useLimitText();
  const lengths = (Object.keys(PAUSES) as Exclude<Pause, 'none' | 'keep'>[]).map((value) => ({
    value,
    label: t(($) => $.limits.pause[value]),
  }));
  const kept = wished.coolOffUntil === null ? [] : [{ value: 'keep' as const, label: text('coolOffUntil', wished) }];
  return (
    <Select<Pause>
      {...control}
      size="lg"
      className="max-md:h-11"
      data-testid="limit-pause"
      value={watch('pause')}
      onValueChange={(pause) => setValue('pause', pause)}
      options={[...kept, { value: 'none', label: t(($) => $.limits.pause.none) }, ...lengths]}
    />
  );
}

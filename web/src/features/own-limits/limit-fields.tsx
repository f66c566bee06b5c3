/** The fields of the own limits, each with what will become of what stands in it. */
import type { SelfLimits } from '@mua/contract/http/self-limits';
import { readTypedLots, readTypedVnd } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { serverNowMs } from '#clock/market-clock.ts';
import { BoundField } from '#design/ui/controls/bound-field.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { Select } from '#design/ui/controls/select.tsx';
import {
  type LimitEffect,
  type LimitFault,
  type LimitName,
  type LimitsDraft,
  loosensAtMs,
  PAUSES,
  type Pause,
  readTimeOfDay,
} from '#features/own-limits/limits-draft.ts';
import { useLimitText } from '#features/own-limits/use-limit-text.ts';
import { lotUnit } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface LimitFieldsProps {
  readonly draft: LimitsDraft;
  readonly onChange: (change: Partial<LimitsDraft>) => void;
  readonly inForce: SelfLimits;
  /** What waits, else what is in force. */
  readonly wished: SelfLimits;
  readonly effects: Readonly<Record<LimitName, LimitEffect>>;
  readonly faults: Readonly<Partial<Record<LimitName, LimitFault>>>;
  /** Of which the server knows already what stands in the field. */
  readonly saved: ReadonlySet<LimitName>;
}

export function LimitFields({ draft, onChange, inForce, wished, effects, faults, saved }: LimitFieldsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const notes = (name: LimitName) => {
    const fault = faults[name];
    return {
      error: fault && t(($) => $.limits.fault[fault]),
      warning:
        effects[name] === 'later' ? <Later name={name} isSaved={saved.has(name)} inForce={inForce} /> : undefined,
      hint: effects[name] === 'atOnce' ? t(($) => $.limits.atOnce) : t(($) => $.limits.hint[name]),
    };
  };
  const echo = () => {
    const sum = readTypedVnd(draft.dailyLoss);
    if (sum !== undefined) onChange({ dailyLoss: format.vnd(sum, { bare: true }) });
  };
  return (
    <>
      <BoundField
        {...notes('maxLotsPerOrder')}
        label={t(($) => $.limits.name.maxLotsPerOrder)}
        unit={lotUnit(t, readTypedLots(draft.maxLots))}
        placeholder={t(($) => $.limits.none)}
        value={draft.maxLots}
        onValueChange={(maxLots) => onChange({ maxLots })}
        data-testid="limit-lots"
      />
      <BoundField
        {...notes('dailyLoss')}
        label={t(($) => $.limits.name.dailyLoss)}
        unit="₫"
        placeholder={t(($) => $.limits.none)}
        value={draft.dailyLoss}
        onValueChange={(dailyLoss) => onChange({ dailyLoss })}
        onBlur={echo}
        data-testid="limit-loss"
      />
      <Field roomy label={t(($) => $.limits.name.noTradeHours)} {...notes('noTradeHours')}>
        {(control) => <Hours control={control} draft={draft} onChange={onChange} />}
      </Field>
      <Field roomy label={t(($) => $.limits.name.coolOffUntil)} {...notes('coolOffUntil')}>
        {(control) => <PauseChoice control={control} draft={draft} onChange={onChange} wished={wished} />}
      </Field>
    </>
  );
}

/** What holds until then, and from when the wish does. */
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
  readonly draft: LimitsDraft;
  readonly onChange: (change: Partial<LimitsDraft>) => void;
}

function Hours({ control, draft, onChange }: ControlledProps) {
  const { t } = useTranslation();
  const time = (name: 'from' | 'to') => ({
    size: 'lg' as const,
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    className: 'flex-1 max-md:h-11',
    value: draft[name],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [name]: target.value }),
    onBlur: () => {
      const read = readTimeOfDay(draft[name]);
      if (read !== undefined) onChange({ [name]: read });
    },
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

function PauseChoice({ control, draft, onChange, wished }: ControlledProps & { readonly wished: SelfLimits }) {
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
      value={draft.pause}
      onValueChange={(pause) => onChange({ pause })}
      options={[...kept, { value: 'none', label: t(($) => $.limits.pause.none) }, ...lengths]}
    />
  );
}

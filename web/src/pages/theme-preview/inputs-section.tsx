import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#design/ui/controls/checkbox.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { PasswordInput } from '#design/ui/controls/password-input.tsx';
import { Select } from '#design/ui/controls/select.tsx';
import { Stepper } from '#design/ui/controls/stepper.tsx';
import { Switch } from '#design/ui/controls/switch.tsx';
import { lotUnit } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { CORN, TICKS } from '#pages/theme-preview/samples.ts';
import { HELD, Section, Specimen, Wrap } from '#pages/theme-preview/specimen.tsx';

const WIDTH = 'w-37.5';
const DURATION_NAMES = ['DAY', 'GTC', 'GTD'] as const;

export function InputsSection({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [lots, setLots] = useState('2');
  const [duration, setDuration] = useState<(typeof DURATION_NAMES)[number]>('DAY');
  const label = t(($) => $.words.order.limitPrice);
  const price = format.price(TICKS.last, CORN);
  const step = (steps: number) => setLots(String(Math.max(1, (Number.parseInt(lots, 10) || 0) + steps)));
  return (
    <Section className={className} title={t(($) => $.preview.section.inputs)}>
      <Wrap>
        <Specimen state={t(($) => $.preview.state.plain)}>
          <Input aria-label={label} className={WIDTH} defaultValue={price} />
        </Specimen>
        <Specimen state={t(($) => $.preview.state.focus)}>
          <Input aria-label={label} className={`${WIDTH} ${HELD.inputFocus}`} defaultValue={price} />
        </Specimen>
        <Specimen state={t(($) => $.preview.state.empty)}>
          <Input aria-label={label} className={WIDTH} placeholder={t(($) => $.ticket.issue.price)} />
        </Specimen>
        <Specimen state={t(($) => $.preview.state.warning)}>
          <Input
            aria-label={label}
            className={WIDTH}
            tone="warning"
            defaultValue={format.price(TICKS.far, CORN)}
            after={<span className="whitespace-nowrap text-12 text-warning">{t(($) => $.preview.sample.far)}</span>}
          />
        </Specimen>
        <Specimen state={t(($) => $.preview.state.error)}>
          <Input
            aria-label={label}
            aria-invalid
            className={WIDTH}
            defaultValue={format.price(TICKS.outside, CORN)}
            after={<span className="whitespace-nowrap text-12 text-danger">{t(($) => $.preview.sample.outside)}</span>}
          />
        </Specimen>
        <Specimen state={t(($) => $.preview.state.disabled)}>
          <Input aria-label={label} className={WIDTH} disabled defaultValue={t(($) => $.words.orderType.MARKET)} />
        </Specimen>
        <Specimen state={t(($) => $.preview.state.select)}>
          <Select
            aria-label={t(($) => $.words.order.duration)}
            className={WIDTH}
            value={duration}
            onValueChange={setDuration}
            options={DURATION_NAMES.map((value) => ({ value, label: t(($) => $.words.duration[value]) }))}
          />
        </Specimen>
        <Specimen state={t(($) => $.preview.state.stepper)}>
          <Stepper
            aria-label={t(($) => $.words.order.quantity)}
            className={WIDTH}
            inputMode="numeric"
            value={lots}
            onValueChange={setLots}
            onStep={step}
            unit={lotUnit(t, Number(lots))}
            canDecrease={lots !== '1'}
          />
        </Specimen>
        <Specimen state={t(($) => $.preview.state.multiple)}>
          <Toggles />
        </Specimen>
      </Wrap>
      <div className="mt-4 grid gap-x-3.5 gap-y-3 sm:grid-cols-2">
        <Field label={t(($) => $.pages.login.password)} error={t(($) => $.validation.password)}>
          {(control) => <PasswordInput {...control} autoComplete="off" defaultValue="" />}
        </Field>
        <Field label={label} aside={t(($) => $.words.market.tick)} warning={t(($) => $.ticket.warning.stopReached)}>
          {(control) => <Input {...control} tone="warning" defaultValue={price} />}
        </Field>
      </div>
    </Section>
  );
}

function Toggles() {
  const { t } = useTranslation();
  const name = t(($) => $.words.order.reduceOnly);
  return (
    <span className="flex h-8 items-center gap-2.5">
      <Checkbox aria-label={name} />
      <Checkbox aria-label={name} defaultChecked />
      <Checkbox aria-label={name} checked="indeterminate" />
      <Switch aria-label={name} />
      <Switch aria-label={name} defaultChecked />
    </span>
  );
}

/** The account number that somebody wants: free or taken is said while it is typed, with the nearest free ones. */
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Chip } from '#design/ui/controls/chip.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { RightNote } from '#design/ui/feedback/right-note.tsx';
import type { Checked } from '#pages/sign-up/checked-values.ts';
import { accountNumberOf, numberDigits } from '#pages/sign-up/sign-up-draft.ts';

export interface AccountNumberFieldProps {
  readonly ref?: Ref<HTMLInputElement>;
  readonly value: string;
  readonly onValueChange: (digits: string) => void;
  readonly checked: Checked;
  /** Of what the check does not say. */
  readonly error: ReactNode;
}

export function AccountNumberField({ ref, value, onValueChange, checked, error }: AccountNumberFieldProps) {
  const { t } = useTranslation();
  const code = accountNumberOf(value);
  const existence = checked.state === 'told' ? checked.existence : undefined;
  const free = existence?.free ?? [];
  const isTaken = existence?.exists === true;
  const taken = t(($) => (free.length > 0 ? $.signUp.number.taken : $.signUp.number.allTaken), { code });
  const hints = {
    none: t(($) => $.signUp.number.hint),
    checking: t(($) => $.signUp.number.checking, { code }),
    unknown: t(($) => $.signUp.number.unknown),
    told: <RightNote>{t(($) => $.signUp.number.free, { code })}</RightNote>,
  };
  return (
    <div className="grid min-w-0 gap-2">
      <Field
        roomy
        label={t(($) => $.signUp.number.label)}
        aside={t(($) => $.signUp.optional)}
        hint={<span role="status">{hints[checked.state]}</span>}
        error={isTaken ? <span role="status">{taken}</span> : error}
      >
        {(control) => (
          <Input
            {...control}
            ref={ref}
            size="xl"
            inputMode="numeric"
            autoComplete="off"
            className="tabular-nums"
            before={<span className="text-fg-3">{accountNumberOf('')}</span>}
            value={value}
            onChange={(event) => onValueChange(numberDigits(event.target.value))}
            data-testid="sign-up-number"
          />
        )}
      </Field>
      {isTaken && (
        <div className="flex flex-wrap gap-2">
          {free.map((one) => (
            <Chip
              key={one}
              className="tabular-nums max-md:h-11 max-md:px-3"
              onClick={() => onValueChange(numberDigits(one))}
            >
              {one}
            </Chip>
          ))}
          <Chip className="max-md:h-11 max-md:px-3" onClick={() => onValueChange('')}>
            {t(($) => $.signUp.number.drawn)}
          </Chip>
        </div>
      )}
    </div>
  );
}

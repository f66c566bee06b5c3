/** The sum, typed as in docs/rules/orders.md#typed-numbers and echoed; a part or all of what is withdrawable by a press. */
import { readTypedVnd, type Vnd } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { TALL_CHIPS } from '#design/phone-targets.ts';
import { Chip } from '#design/ui/controls/chip.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { sumInWords } from '#i18n/sum-in-words.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface AmountFieldProps {
  readonly typed: string;
  readonly leastVnd: Vnd;
  readonly mostVnd: Vnd;
  /** Faults are shown from then on. */
  readonly isTried: boolean;
  readonly isDisabled: boolean;
  readonly onType: (typed: string) => void;
}

const PARTS = [25n, 50n] as const;

export function AmountField({ typed, leastVnd, mostVnd, isTried, isDisabled, onType }: AmountFieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const amountVnd = readTypedVnd(typed);
  const put = (sum: Vnd) => onType(format.vnd(sum, { bare: true }));
  const fault = () => {
    // What is too much is said at once: the figure stands above.
    if (amountVnd !== undefined && amountVnd > mostVnd)
      return t(($) => $.withdrawals.fault.most, { most: format.vnd(mostVnd) });
    if (!isTried) return undefined;
    if (amountVnd === undefined) return t(($) => $.withdrawals.fault.amount);
    return amountVnd < leastVnd ? t(($) => $.withdrawals.fault.least, { least: format.vnd(leastVnd) }) : undefined;
  };
  return (
    <div className="grid gap-2">
      <Field
        roomy
        label={t(($) => $.withdrawals.amount)}
        aside={t(($) => $.withdrawals.least, { least: format.vnd(leastVnd) })}
        hint={amountVnd !== undefined && sumInWords(amountVnd, format.language)}
        error={fault()}
      >
        {(control) => (
          <Input
            {...control}
            className="h-13 px-4 font-semibold text-24 tabular-nums"
            inputMode="numeric"
            autoComplete="off"
            disabled={isDisabled}
            value={typed}
            onChange={({ target }) => onType(target.value)}
            onBlur={() => amountVnd !== undefined && put(amountVnd)}
            after={<span className="font-normal text-16 text-fg-3">₫</span>}
            data-testid="withdraw-amount"
          />
        )}
      </Field>
      <fieldset aria-label={t(($) => $.withdrawals.parts)} className={`flex flex-wrap gap-2 ${TALL_CHIPS}`}>
        {PARTS.map((percent) => (
          <Chip key={percent} disabled={isDisabled || mostVnd === 0n} onClick={() => put((mostVnd * percent) / 100n)}>
            {t(($) => $.withdrawals.part, { percent: percent.toString() })}
          </Chip>
        ))}
        <Chip disabled={isDisabled || mostVnd === 0n} onClick={() => put(mostVnd)}>
          {t(($) => $.withdrawals.all)} {format.vnd(mostVnd, { bare: true })}
        </Chip>
      </fieldset>
    </div>
  );
}

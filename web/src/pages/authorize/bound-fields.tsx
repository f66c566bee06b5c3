/** The bounds of a grant: lots per day, contracts it may trade, and when it ends. */

import { LIMITS } from '@mua/contract/limits';
import { DAY_MS, readTypedLots } from '@mua/core/values';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { serverNowMs } from '#clock/market-clock.ts';
import { BoundField } from '#design/ui/controls/bound-field.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { lotUnit } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { ContractChoice } from '#pages/authorize/contract-choice.tsx';
import { FormPart } from '#pages/authorize/form-part.tsx';
import { type GrantBounds, type GrantDraft, readDays } from '#pages/authorize/grant-draft.ts';

export interface BoundFieldsProps {
  readonly form: UseFormReturn<GrantDraft, unknown, GrantBounds>;
  readonly isTrading: boolean;
}

export function BoundFields({ form, isTrading }: BoundFieldsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const {
    register,
    setValue,
    watch,
    formState: { errors },
  } = form;
  const days = readDays(watch('days'));
  return (
    <FormPart title={t(($) => $.applications.bounds)}>
      <div className="grid gap-4">
        {isTrading && (
          <>
            <BoundField
              label={t(($) => $.applications.lots)}
              hint={t(($) => $.applications.lotsHint)}
              error={errors.maxLotsPerDay && t(($) => $.applications.lotsFault)}
              unit={lotUnit(t, readTypedLots(watch('maxLotsPerDay')))}
              placeholder={t(($) => $.applications.lotsNone)}
              {...register('maxLotsPerDay')}
              data-testid="grant-lots"
            />
            <Field
              roomy
              label={t(($) => $.applications.contracts)}
              hint={t(($) => $.applications.contractsMost, { most: CONTRACTS_MOST })}
            >
              {(control) => (
                <ContractChoice
                  control={control}
                  most={CONTRACTS_MOST}
                  chosen={watch('contractCodes')}
                  onChange={(codes) => setValue('contractCodes', codes, { shouldDirty: true })}
                />
              )}
            </Field>
          </>
        )}
        <BoundField
          label={t(($) => $.applications.days)}
          hint={
            days === undefined
              ? undefined
              : t(($) => $.applications.daysHint, { date: format.date(serverNowMs() + days * DAY_MS) })
          }
          error={errors.days && t(($) => $.applications.daysFault, { max: LIMITS.oauthGrantDaysMax })}
          {...register('days')}
          data-testid="grant-days"
        />
      </div>
    </FormPart>
  );
}

/** As many as the call accepts. */
const CONTRACTS_MOST = LIMITS.oauthGrantContracts;

/** How far a grant goes: lots a day and contracts where it may trade, and when it ends. */

import { LIMITS } from '@mua/contract/limits';
import { readTypedLots } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { serverNowMs } from '#clock/market-clock.ts';
import { BoundField } from '#design/ui/controls/bound-field.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { lotUnit } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { ContractChoice } from '#pages/authorize/contract-choice.tsx';
import { FormPart } from '#pages/authorize/form-part.tsx';
import type { GrantDraft, GrantFault } from '#pages/authorize/grant-draft.ts';

export interface BoundFieldsProps {
  readonly draft: GrantDraft;
  readonly onChange: (part: Partial<GrantDraft>) => void;
  readonly isTrading: boolean;
  readonly faults: readonly GrantFault[];
  /** As they were read. */
  readonly days: number | undefined;
}

const DAY_MS = 24 * 3600 * 1000;

export function BoundFields({ draft, onChange, isTrading, faults, days }: BoundFieldsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <FormPart title={t(($) => $.applications.bounds)}>
      <div className="grid gap-4">
        {isTrading && (
          <>
            <BoundField
              label={t(($) => $.applications.lots)}
              hint={t(($) => $.applications.lotsHint)}
              error={faults.includes('lots') && t(($) => $.applications.lotsFault)}
              unit={lotUnit(t, readTypedLots(draft.maxLots))}
              placeholder={t(($) => $.applications.lotsNone)}
              value={draft.maxLots}
              onValueChange={(maxLots) => onChange({ maxLots })}
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
                  chosen={draft.contractCodes}
                  onChange={(contractCodes) => onChange({ contractCodes })}
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
          error={faults.includes('days') && t(($) => $.applications.daysFault, { max: LIMITS.oauthGrantDaysMax })}
          value={draft.days}
          onValueChange={(value) => onChange({ days: value })}
          data-testid="grant-days"
        />
      </div>
    </FormPart>
  );
}

/** As many as the call takes. */
const CONTRACTS_MOST = LIMITS.oauthGrantContracts;

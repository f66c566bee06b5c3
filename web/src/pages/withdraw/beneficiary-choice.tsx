/** To whom is paid: one of the investor's beneficiaries. One that waits by rule shows how long, until when and why. */
import type { BeneficiaryAccount } from '@mua/contract/entities/beneficiary-account';
import { Link } from '@tanstack/react-router';
import { Check, Landmark } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { WaitBadge } from '#pages/bank-information/bank-account-list.tsx';
import { useAccountName } from '#pages/bank-information/shown-accounts.ts';

export interface BeneficiaryChoiceProps {
  readonly userId: string;
  readonly beneficiaries: readonly BeneficiaryAccount[];
  readonly holderName: string;
  readonly chosenId: string | null;
  readonly isMissing: boolean;
  readonly isDisabled: boolean;
  readonly onChoose: (beneficiaryAccountId: string) => void;
}

export function BeneficiaryChoice({ beneficiaries, holderName, isMissing, ...choice }: BeneficiaryChoiceProps) {
  const { t } = useTranslation();
  const faultId = useId();
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={isMissing ? faultId : undefined}>
      <legend className="sr-only">{t(($) => $.withdrawals.beneficiary)}</legend>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span aria-hidden className="font-medium text-13">
          {t(($) => $.withdrawals.beneficiary)}
        </span>
        <span className="text-12 text-fg-2">{t(($) => $.withdrawals.only, { name: holderName })}</span>
      </div>
      {beneficiaries.length === 0 ? (
        <div className="rounded-md border border-border-strong">
          <EmptyState
            icon={Landmark}
            title={t(($) => $.withdrawals.noBeneficiary)}
            action={
              <ToBeneficiaries className={buttonVariants({ className: 'max-md:min-h-11' })}>
                {t(($) => $.withdrawals.addBeneficiary)}
              </ToBeneficiaries>
            }
          />
        </div>
      ) : (
        <div className="grid gap-2 md:grid-cols-2">
          {beneficiaries.map((beneficiary) => (
            <Beneficiary key={beneficiary.beneficiaryAccountId} {...{ beneficiary, isMissing }} {...choice} />
          ))}
        </div>
      )}
      {isMissing && (
        <p id={faultId} role="alert" className="text-12 text-danger">
          {t(($) => $.withdrawals.fault.beneficiary)}
        </p>
      )}
      {beneficiaries.length > 0 && (
        <ToBeneficiaries className="justify-self-start rounded-sm text-12 text-primary-text hover:underline max-md:py-3">
          {t(($) => $.withdrawals.manage)}
        </ToBeneficiaries>
      )}
    </fieldset>
  );
}

function ToBeneficiaries({ className, children }: { readonly className: string; readonly children: string }) {
  return (
    <Link to="/account-overview/bank-information" search={{ tab: 'beneficiaries' }} className={className}>
      {children}
    </Link>
  );
}

interface BeneficiaryProps
  extends Pick<BeneficiaryChoiceProps, 'userId' | 'chosenId' | 'isDisabled' | 'isMissing' | 'onChoose'> {
  readonly beneficiary: BeneficiaryAccount;
}

function Beneficiary({ userId, beneficiary, chosenId, isDisabled, isMissing, onChoose }: BeneficiaryProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const nameOf = useAccountName(userId);
  const { beneficiaryAccountId: id, beneficiaryAccountNumber, accountName, bankCode, usableFrom } = beneficiary;
  const isOn = id === chosenId;
  return (
    <label
      className={cn(
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-0.5 rounded-md border px-3 py-2.5 has-[:focus-visible]:shadow-[0_0_0_1px_var(--ring)]',
        isOn ? 'border-ring bg-primary-soft' : 'border-border-strong',
        usableFrom === null ? 'cursor-pointer' : 'bg-surface-2 text-fg-2',
      )}
      data-testid={`beneficiary-${bankCode}`}
    >
      <input
        type="radio"
        name="beneficiary"
        className="sr-only"
        checked={isOn}
        disabled={isDisabled || usableFrom !== null}
        aria-invalid={isMissing || undefined}
        onChange={() => onChoose(id)}
      />
      <span className="font-medium">{nameOf(bankCode, beneficiaryAccountNumber)}</span>
      {usableFrom === null ? (
        isOn && <Check aria-hidden className="size-4 text-primary-text" />
      ) : (
        <WaitBadge usableFrom={usableFrom} />
      )}
      <span className="col-span-2 text-12 text-fg-2">
        {usableFrom === null ? accountName : t(($) => $.withdrawals.newFrom, { time: format.dateTime(usableFrom) })}
      </span>
    </label>
  );
}

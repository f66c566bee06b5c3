/** Which sub-account is dedicated to the strategy; those that can't be are listed with the reason. */
import { Check } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { AccountName } from '#design/ui/figures/account-name.tsx';
import { useFormat } from '#i18n/use-format.ts';
import type { FollowAccount } from '#pages/copy-trade/follow/follow-accounts.ts';
import { WayOn } from '#signed-in/way-on.tsx';

export interface AccountRadiosProps {
  readonly accounts: readonly FollowAccount[];
  readonly minVnd: bigint;
  readonly value: string | null;
  readonly error: string | undefined;
  readonly onChoose: (accountId: string) => void;
}

export function AccountRadios({ accounts, minVnd, value, error, onChoose }: AccountRadiosProps) {
  const { t } = useTranslation();
  const faultId = useId();
  // Those that can be chosen first.
  const sorted = [...accounts].sort((a, b) => Number(a.bar !== null) - Number(b.bar !== null));
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={error ? faultId : undefined}>
      <legend className="sr-only">{t(($) => $.strategies.follow.account)}</legend>
      <div aria-hidden className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium text-13">{t(($) => $.strategies.follow.account)}</span>
        <span className="text-12 text-fg-2">{t(($) => $.strategies.follow.accountAside)}</span>
      </div>
      <div className="grid gap-1.5">
        {sorted.map((one) => (
          <AccountRadio
            key={one.account.accountId}
            one={one}
            minVnd={minVnd}
            isOn={one.account.accountId === value}
            isInvalid={Boolean(error) && one.account.accountId === value}
            onChoose={onChoose}
          />
        ))}
      </div>
      {error && (
        <p id={faultId} role="alert" className="text-12 text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface AccountRadioProps extends Pick<AccountRadiosProps, 'minVnd' | 'onChoose'> {
  readonly one: FollowAccount;
  readonly isOn: boolean;
  readonly isInvalid: boolean;
}

function AccountRadio({ one: { account, equityVnd, bar }, minVnd, isOn, isInvalid, onChoose }: AccountRadioProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { accountId, subAccountCode, isDemo, copying } = account;
  const strategy = copying?.strategyName ?? '';
  return (
    <label
      className={cn(
        'relative grid min-h-10 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2.5 rounded-md border px-3 py-2 has-[:focus-visible]:shadow-[0_0_0_1px_var(--ring)] max-md:min-h-11',
        isOn ? 'border-ring bg-primary-soft' : 'border-border-strong',
        isInvalid && 'border-danger',
        bar === null ? 'cursor-pointer' : 'bg-surface-2',
      )}
      data-testid={`follow-account-${accountId}`}
    >
      <input
        type="radio"
        name="follow-account"
        className="sr-only"
        checked={isOn}
        disabled={bar !== null}
        aria-invalid={isInvalid || undefined}
        onChange={() => onChoose(accountId)}
      />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className={cn('flex items-center gap-1.5 font-medium', bar !== null && 'text-fg-2')}>
          <AccountName account={{ name: subAccountCode, isDemo }} />
        </span>
        <span className="text-12 text-fg-2">
          {t(($) => $.strategies.follow.equity, { equity: format.vnd(equityVnd) })}
        </span>
      </span>
      {isOn && <Check aria-hidden className="size-4 text-primary-text" />}
      {bar !== null && (
        <span className="col-span-2 text-12 text-fg-2">
          {t(($) => $.strategies.follow.bar[bar], { strategy, min: format.vnd(minVnd) })}
          {bar === 'tooSmall' && (
            <>
              {' '}
              <WayOn code="FollowAmountTooSmall" facts={{ missing: (minVnd - equityVnd).toString() }} />
            </>
          )}
        </span>
      )}
    </label>
  );
}

/** The account, the number of lots, and whether a click sends: always visible above the prices. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import type { Lots } from '@mua/core/values';
import { Lock, LockOpen } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Switch } from '#design/ui/controls/switch.tsx';
import { AccountKindBadge } from '#design/ui/feedback/badge.tsx';
import { AccountNumber } from '#design/ui/figures/account-number.tsx';
import type { LadderArm } from '#features/order-ladder/use-ladder-arm.ts';
import { useFormat } from '#i18n/use-format.ts';
import type { KeptExits } from '#session/kept-exits-store.ts';

export interface LadderHeadProps {
  readonly account: AccountOverview | undefined;
  readonly arm: LadderArm;
  readonly mayArm: boolean;
  readonly lots: Lots;
  /** Maximum of one order; null while the contract has no terms. */
  readonly maxLots: Lots | null;
  readonly onLots: (lots: Lots) => void;
  /** Those kept for the commodity; null without any. */
  readonly exits: KeptExits | null;
  readonly onExits: (isOn: boolean) => void;
}

const PRESETS = [1, 2, 5, 10];

export function LadderHead({ account, arm, mayArm, lots, maxLots, onLots, exits, onExits }: LadderHeadProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { isArmed } = arm;
  const Icon = isArmed ? LockOpen : Lock;
  return (
    <header className="flex shrink-0 flex-col gap-1.5 border-border border-b p-2">
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1.5">
        <span className="flex min-w-0 items-center gap-1.5 text-12 tabular-nums">
          {account && (
            <>
              <AccountKindBadge isDemo={account.isDemo} />
              <span className="truncate">
                <AccountNumber number={account.subAccountCode} />
              </span>
            </>
          )}
        </span>
        <button
          type="button"
          role="switch"
          aria-checked={isArmed}
          disabled={!mayArm}
          data-testid="ladder-arm"
          onClick={isArmed ? arm.disarm : arm.arm}
          className={cn(
            'flex h-6.5 shrink-0 grow items-center justify-center gap-1.5 rounded-md border px-2 font-medium text-12 max-md:h-11 disabled:border-border disabled:text-disabled',
            isArmed ? 'border-warning bg-warning-soft text-warning' : 'border-border-strong hover:bg-surface-3',
          )}
        >
          <Icon aria-hidden className="size-3.5" />
          {t(($) => (isArmed ? $.ladder.armed : $.ladder.disarmed))}
        </button>
      </div>
      <fieldset className="flex gap-1">
        <legend className="sr-only">{t(($) => $.words.order.quantity)}</legend>
        {PRESETS.filter((preset) => maxLots === null || preset <= maxLots).map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={preset === lots}
            onClick={() => onLots(preset)}
            className={cn(
              'h-6 min-w-0 flex-1 rounded-sm max-md:h-11 font-medium text-12 tabular-nums',
              preset === lots ? 'bg-primary-soft text-primary-text' : 'bg-surface-3 text-fg-2 hover:text-foreground',
            )}
          >
            {format.volume(preset)}
          </button>
        ))}
      </fieldset>
      {exits && <ExitsSwitch exits={exits} onExits={onExits} />}
    </header>
  );
}

/** Whether each entry takes its exits along, with how far away they are. */
function ExitsSwitch({ exits, onExits }: { exits: KeptExits; onExits: (isOn: boolean) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const { unit, takeProfitText, stopLossText } = exits;
  const distance = (text: string) => {
    const value = text.replace(/\s*[%₫]$/, '');
    return unit === 'ticks'
      ? t(($) => $.ticket.exitTicks, { ticks: value, count: Number(value) })
      : `${value}${unit === 'percent' ? '%' : ' ₫'}`;
  };
  const legs = [
    ...(takeProfitText ? [`${t(($) => $.words.order.takeProfitShort)} ${distance(takeProfitText)}`] : []),
    ...(stopLossText ? [`${t(($) => $.words.order.stopLossShort)} ${distance(stopLossText)}`] : []),
  ];
  return (
    <div className="flex min-h-6 items-center justify-between gap-2 text-12 max-md:min-h-11">
      <label htmlFor={id} className="min-w-0 truncate tabular-nums">
        <span className="sr-only">{t(($) => $.words.orderType.TPSL)}: </span>
        {legs.join(' · ')}
      </label>
      <Switch id={id} data-testid="ladder-exits" checked={exits.isOn} onCheckedChange={onExits} />
    </div>
  );
}

/** The account, the position, the number of lots, and whether a click sends: always visible above the prices. */
import type { Contract } from '@mua/contract/entities/contract';
import { Lock, LockOpen } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Switch } from '#design/ui/controls/switch.tsx';
import { AccountKindBadge } from '#design/ui/feedback/badge.tsx';
import { AccountNumber } from '#design/ui/figures/account-number.tsx';
import { Profit, SideText } from '#design/ui/figures/figures.tsx';
import { exitsText } from '#features/order-ladder/exits-text.ts';
import { LadderLots } from '#features/order-ladder/ladder-lots.tsx';
import type { LadderArm } from '#features/order-ladder/use-ladder-arm.ts';
import type { LadderPosition } from '#features/order-ladder/use-ladder-position.ts';
import type { OrderControls } from '#features/order-ladder/use-order-controls.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import type { KeptExits } from '#session/kept-exits-store.ts';

export interface LadderHeadProps {
  readonly contract: Contract;
  readonly controls: OrderControls;
  readonly actions: ReactNode;
}

export function LadderHead({ contract, controls, actions }: LadderHeadProps) {
  const { account, arm, bar, position, exits, lotsText, maxLots, setLotsText, setExitsOn } = controls;
  return (
    <header className="@container flex shrink-0 flex-col gap-1.5 border-border border-b p-2">
      <div className="flex flex-wrap items-center justify-between gap-1">
        {/* Never cut: sub-accounts differ in their last digits. */}
        <span className="flex min-w-fit flex-1 items-center gap-1 whitespace-nowrap text-12 tabular-nums">
          {account && (
            <>
              <AccountKindBadge isDemo={account.isDemo} />
              <AccountNumber number={account.subAccountCode} />
            </>
          )}
        </span>
        <ArmSwitch arm={arm} mayArm={bar === null} />
        {actions}
      </div>
      <PositionLine contract={contract} position={position} />
      <LadderLots text={lotsText} maxLots={maxLots} onText={setLotsText} />
      {exits && <ExitsSwitch exits={exits} onExits={setExitsOn} />}
    </header>
  );
}

function ArmSwitch({ arm, mayArm }: { arm: LadderArm; mayArm: boolean }) {
  const { t } = useTranslation();
  const { isArmed } = arm;
  const Icon = isArmed ? LockOpen : Lock;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isArmed}
      disabled={!mayArm}
      data-testid="ladder-arm"
      onClick={isArmed ? arm.disarm : arm.arm}
      className={cn(
        'flex h-6.5 shrink-0 grow-0 items-center @max-[248px]:grow justify-center gap-1.5 rounded-md border px-2 font-medium text-12 finger:h-11 disabled:border-border disabled:text-disabled',
        isArmed ? 'border-warning bg-warning-soft text-warning' : 'border-border-strong hover:bg-surface-3',
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {t(($) => (isArmed ? $.ladder.armed : $.ladder.disarmed))}
    </button>
  );
}

/** As high with a position as without: the prices below must not move when an order is filled. */
function PositionLine({ contract, position }: { contract: Contract; position: LadderPosition | null | undefined }) {
  const { t } = useTranslation();
  return (
    <div className="min-h-4.5 text-12 tabular-nums @max-[272px]:min-h-9">
      {position ? (
        <PositionFigures contract={contract} position={position} />
      ) : (
        <p className="text-fg-3">{t(($) => $.ladder[position === null ? 'noPosition' : 'unknownPosition'])}</p>
      )}
    </div>
  );
}

function PositionFigures({ contract, position }: { contract: Contract; position: LadderPosition }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { side, lots, averagePrice, profitVnd } = position;
  return (
    <section
      aria-label={t(($) => $.ladder.position)}
      data-testid="ladder-position"
      className="flex flex-wrap items-baseline justify-between gap-x-2"
    >
      <SideText side={side}>
        {t(($) => $.words.side[side])} {format.volume(lots)}
      </SideText>
      <span className="text-fg-2">
        {t(($) => $.ladder.markShort.average)}{' '}
        <span className="font-medium text-foreground">{wirePrice(format, averagePrice, contract.decimalFormat)}</span>
      </span>
      <Profit amount={profitVnd} className="font-medium" />
    </section>
  );
}

/** Whether each entry takes its exits along, with how far away they are. */
function ExitsSwitch({ exits, onExits }: { exits: KeptExits; onExits: (isOn: boolean) => void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="flex min-h-6 items-center justify-between gap-2 text-12 finger:min-h-11">
      <label htmlFor={id} className="min-w-0 truncate tabular-nums">
        <span className="sr-only">{t(($) => $.words.orderType.TPSL)}: </span>
        {exitsText(t, exits)}
      </label>
      <Switch id={id} data-testid="ladder-exits" checked={exits.isOn} onCheckedChange={onExits} />
    </div>
  );
}

/**
 * The planned position that is selected: its prices, what it wins and loses for how many lots, and a button that fills
 * the ticket. It sends nothing.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { type Lots, readTypedLots, readTypedPrice, type Ticks } from '@mua/core/values';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelfLimit } from '#accounts/self-limits.ts';
import { cn } from '#design/class-names.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { Label } from '#design/ui/controls/label.tsx';
import { Stepper } from '#design/ui/controls/stepper.tsx';
import type { Drawing } from '#features/chart/drawings/drawing.ts';
import { movedPoint } from '#features/chart/drawings/drawing-moves.ts';
import { PLAN_PARTS, type PlanPart, type PositionPlan, planOf } from '#features/chart/drawings/position-plan.ts';
import { type PositionSums, positionSums, rewardOf } from '#features/chart/drawings/position-sums.ts';
import { MISSING } from '#i18n/format.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat, useMarketFormat } from '#i18n/use-format.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { useOrderAccount } from '#orders/use-order-account.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { ownTerms, useSubscription } from '#signed-in/service-packages.ts';

export interface PositionCardProps {
  readonly drawing: Drawing;
  readonly contract: Contract;
  /** Null for a visitor, whose ticket is filled too. */
  readonly actor: AccountActor | null;
  readonly compact: boolean;
  readonly onChange: (drawing: Drawing) => void;
  /** The ticket was filled. */
  readonly onFilled: () => void;
}

export function PositionCard({ drawing, contract, actor, compact, onChange, onFilled }: PositionCardProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const grid = contract.decimalFormat;
  const terms = ownTerms(contract.terms, useSubscription(actor));
  const riskText = useTicketDraft((draft) => draft.riskText);
  const ticketLots = useTicketDraft((draft) => readTypedLots(draft.lotsText) || 1);
  const { account } = useOrderAccount(contract, actor, useSelfLimit(actor)?.maxLots ?? null);
  const plan = planOf(drawing, grid);
  if (!plan) return null;
  const sums = positionSums(plan, { terms, account, riskText, ticketLots });
  const setPrice = (part: PlanPart, ticks: Ticks) => {
    const point = PLAN_PARTS.indexOf(part);
    const timeMs = drawing.points[point]?.timeMs ?? 0;
    const moved = movedPoint(drawing, point, { timeMs, ticks }, { grid });
    if (moved) onChange(moved);
  };
  const fill = (lots: Lots) => {
    const text = (ticks: Ticks) => format.price(ticks, grid);
    useTicketDraft.getState().fill({
      contractCode: contract.code,
      owner: actor,
      side: plan.side,
      orderType: 'LIMIT',
      lots,
      limitText: text(plan.entry),
      takeProfitText: text(plan.target),
      stopLossText: text(plan.stop),
      hasExits: true,
    });
    onFilled();
  };
  return (
    <div className={cn('grid text-12 tabular-nums', compact ? 'gap-2' : 'gap-1')}>
      <p className="flex items-baseline justify-between gap-3">
        <span className={cn('font-semibold text-13', plan.side === 'BUY' ? 'text-buy-text' : 'text-sell-text')}>
          {t(($) => $.words.side[plan.side])} {sums ? lotsText({ t, format }, sums.lots) : ''}
        </span>
        <span className="text-fg-2">
          <span className="sr-only">{t(($) => $.chartMore.position.reward)} </span>1 :{' '}
          {format.plain(String(rewardOf(plan)))}
        </span>
      </p>
      {(['target', 'entry', 'stop'] as const).map((part) => (
        <PlanPrice
          key={part}
          part={part}
          plan={plan}
          contract={contract}
          compact={compact}
          onTicks={(ticks) => setPrice(part, ticks)}
        />
      ))}
      <Risk sums={sums} compact={compact} />
      <Sums sums={sums} />
      <Button size={compact ? 'lg' : 'md'} disabled={!sums || sums.lots === 0} onClick={() => sums && fill(sums.lots)}>
        {t(($) => $.chartMore.position.fill)}
      </Button>
    </div>
  );
}

interface PlanPriceProps {
  readonly part: PlanPart;
  readonly plan: PositionPlan;
  readonly contract: Contract;
  readonly compact: boolean;
  readonly onTicks: (ticks: Ticks) => void;
}

function PlanPrice({ part, plan, contract, compact, onTicks }: PlanPriceProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const grid = contract.decimalFormat;
  const read = typed === null ? null : readTypedPrice(typed, grid);
  const isImpossible = read?.kind === 'price' && read.ticks !== plan[part];
  const isWrong = isImpossible || (read !== null && read.kind !== 'price');
  const nearestId = isImpossible ? `${id}-nearest` : undefined;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <Label htmlFor={id} className="text-fg-2">
        {t(($) => $.chart.position[part])}
      </Label>
      <Stepper
        id={id}
        size={compact ? 'xl' : 'md'}
        className={compact ? 'w-44' : 'w-32'}
        inputMode={grid.display === 'eighths' ? 'text' : 'decimal'}
        value={typed ?? format.price(plan[part], grid)}
        aria-invalid={isWrong}
        aria-describedby={nearestId}
        onValueChange={(text) => {
          setTyped(text);
          const next = readTypedPrice(text, grid);
          if (next.kind === 'price') onTicks(next.ticks);
        }}
        onBlur={() => setTyped(null)}
        onStep={(steps) => {
          setTyped(null);
          onTicks(plan[part] + steps);
        }}
      />
      {isImpossible && (
        <p id={nearestId} className="basis-full text-right text-12 text-danger">
          {t(($) => $.chartMore.position.nearest, { price: format.price(plan[part], grid) })}
        </p>
      )}
    </div>
  );
}

/** The same sum as in the ticket. */
function Risk({ sums, compact }: { readonly sums: PositionSums | null; readonly compact: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const id = useId();
  const { riskText, setRiskText } = useTicketDraft();
  const obstacle = sums?.obstacle ?? null;
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between gap-3">
        <Label htmlFor={id} className="text-fg-2">
          {t(($) => $.ticket.risk.label)}
        </Label>
        <Input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          size={compact ? 'xl' : 'md'}
          className={compact ? 'w-44' : 'w-32'}
          value={riskText}
          aria-invalid={sums === null && riskText.trim() !== ''}
          aria-describedby={obstacle === null ? undefined : `${id}-obstacle`}
          onChange={(event) => setRiskText(event.target.value)}
          after={<span className="text-12 text-fg-3">₫</span>}
        />
      </div>
      {sums && obstacle !== null && (
        <p id={`${id}-obstacle`} className="text-right text-11 text-warning">
          {obstacle === 'risk'
            ? t(($) => $.ticket.risk.tooLittle, { loss: format.vnd(sums.oneLotLossVnd) })
            : t(($) => $.chartMore.position.noLots)}
        </p>
      )}
    </div>
  );
}

function Sums({ sums }: { readonly sums: PositionSums | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const rows = [
    { name: t(($) => $.chartMore.position.profit), vnd: sums?.profitVnd ?? null },
    { name: t(($) => $.chartMore.position.loss), vnd: sums?.lossVnd == null ? null : -sums.lossVnd },
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 py-0.5">
      {rows.map(({ name, vnd }) => (
        <div key={name} className="contents">
          <dt className="text-fg-2">{name}</dt>
          <dd
            className={cn(
              'whitespace-nowrap text-right font-medium',
              vnd !== null && (vnd < 0n ? 'text-down' : 'text-up'),
            )}
          >
            {vnd === null ? MISSING : format.vnd(vnd, { signed: true })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

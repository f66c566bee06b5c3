/** What a fill of the leader meant for a copy: the order that was sent, or why there was none, with the numbers. */
import type { CopyDecision } from '@mua/contract/entities/copy-decision';
import { useTranslation } from 'react-i18next';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { SideText } from '#design/ui/figures/figures.tsx';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { useContractsByCode } from '#market/contracts.ts';
import { skipText } from '#pages/copy-trade/copy-texts.ts';

export interface DecisionRowProps {
  readonly decision: CopyDecision;
  readonly ratio: string;
  /** In ticks; undefined while it is not known. */
  readonly tolerance: number | undefined;
}

export function DecisionRow({ decision, ratio, tolerance }: DecisionRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const grid = useContractsByCode().get(decision.contractCode)?.decimalFormat;
  const { time, contractCode, leader, target, order, skip } = decision;
  const why = skipText({ t, format, grid }, decision, { ratio, tolerance });
  return (
    <li
      className="grid gap-x-4 gap-y-0.5 border-border border-b px-4 py-2 tabular-nums md:grid-cols-[10rem_minmax(0,1fr)_minmax(0,1.4fr)] md:items-baseline md:px-5"
      data-testid={`decision-${skip?.code ?? (order ? 'COPIED' : 'NONE')}`}
    >
      <time dateTime={time} className="text-12 text-fg-3">
        {format.dateTime(time)}
      </time>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-12 text-fg-3">{t(($) => $.strategies.leader)}</span>
        <SideText side={leader.side}>
          {t(($) => $.words.side[leader.side])} {format.volume(leader.lots)}
        </SideText>
        <span className="font-medium">{contractCode}</span>
        <span className="text-fg-2">@ {wirePrice(format, leader.price, grid)}</span>
      </span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <DecisionBadge decision={decision} />
        {order && (
          <span>
            <SideText side={order.side}>
              {t(($) => $.words.side[order.side])} {format.volume(order.lots)}
            </SideText>{' '}
            <span className="text-fg-2">
              {order.limitPrice === null
                ? t(($) => $.copies.atMarket)
                : t(($) => $.copies.atLimit, { price: wirePrice(format, order.limitPrice, grid) })}
            </span>
          </span>
        )}
        {why !== null && <span className="text-fg-2">{why}</span>}
        <span className="text-12 text-fg-3">
          {t(($) => $.copies.target, { lots: lotsText({ t, format }, target) })}
        </span>
      </span>
    </li>
  );
}

/** Copied, partly, not at all, or nothing to do: told apart at a glance. */
export function DecisionBadge({ decision: { order, skip } }: Pick<DecisionRowProps, 'decision'>) {
  const { t } = useTranslation();
  if (skip === null)
    return order === null ? (
      <Badge>{t(($) => $.copies.nothingToDo)}</Badge>
    ) : (
      <Badge tone="success">{t(($) => $.copies.copied)}</Badge>
    );
  return <Badge tone="warning">{t(($) => (order ? $.copies.partly : $.copies.notCopied))}</Badge>;
}

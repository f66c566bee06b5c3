/**
 * Rows of the ladder: locked and armed, with own orders, live and waiting, the last price, an order in transit, and the target of a drag.
 */
import { useTranslation } from 'react-i18next';
import { type LadderActs, LadderRowView } from '#features/order-ladder/ladder-row.tsx';
import type { RestingOrder, WaitingLeg } from '#features/order-ladder/resting-order.ts';
import { sampleConditional, sampleOrder } from '#mock/sample-records.ts';
import { CORN, TICKS } from '#pages/theme-preview/samples.ts';
import { Section } from '#pages/theme-preview/specimen.tsx';

const nothing = () => undefined;
const acts = (isArmed: boolean): LadderActs => ({
  ...{ isArmed, mayPlace: isArmed, isStop: false },
  ...{ onPlace: nothing, onCancel: nothing, onStep: nothing, onGrab: nothing },
});
const CONTRACT = { decimalFormat: CORN };
const OFFSETS = [2, 1, 0, -1, -2] as const;

const own = (offset: number, part: Parameters<typeof sampleOrder>[0] = {}, isStop = false): RestingOrder => ({
  order: sampleOrder({ orderId: `own ${offset}`, ...part }),
  ...{ priceTicks: TICKS.last + offset, openLots: 2, isStop },
});
/** A working order, one being modified, and a stop. */
const OWN: Readonly<Partial<Record<(typeof OFFSETS)[number], RestingOrder>>> = {
  2: own(2, { side: 'SELL' }),
  [-1]: own(-1, { status: 'IN_MODIFY' }),
  1: own(1, { orderType: 'STOP' }, true),
};

/** A take profit, and the stop loss beside it. */
const WAITING: Readonly<Partial<Record<(typeof OFFSETS)[number], Pick<WaitingLeg, 'leg' | 'profitVnd'>>>> = {
  1: { leg: 'takeProfit', profitVnd: 10_568_000n },
  [-2]: { leg: 'stopLoss', profitVnd: -5_284_000n },
};
const PAIR = sampleConditional({ orderType: 'TPSL' });

export function LadderSection({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <Section className={className} title={t(($) => $.preview.section.ladder)}>
      <div className="grid grid-cols-2 gap-3">
        {[false, true].map((isArmed) => (
          <div key={String(isArmed)} className="@container overflow-hidden rounded-md border border-border">
            {OFFSETS.map((offset) => (
              <LadderRowView
                key={offset}
                contract={CONTRACT}
                row={{
                  priceTicks: TICKS.last + offset,
                  bidLots: offset < 0 ? 120 - offset * 40 : 0,
                  askLots: offset > 0 ? 90 + offset * 60 : 0,
                  share: (3 + Math.abs(offset)) / 6,
                  isLast: offset === 0,
                  lastLots: offset === 0 ? 3 : null,
                  tradedLots: 900 - Math.abs(offset) * 300,
                  tradedShare: 1 - Math.abs(offset) / 3,
                  marks: offset === 2 ? ['high'] : offset === -2 ? ['settlement', 'average'] : [],
                }}
                resting={[OWN[offset] ?? []].flat()}
                legs={[WAITING[offset] ?? []].flat().map((waiting) => ({
                  ...{ conditional: PAIR, priceTicks: TICKS.last + offset },
                  ...waiting,
                }))}
                isUnderWay={(side) => isArmed && side === 'BUY' && offset === -2}
                tabSide={null}
                aheadOf={({ order }) => (order.side === 'SELL' ? 38 : null)}
                isTarget={isArmed && offset === -1}
                acts={acts(isArmed)}
              />
            ))}
            <p className="px-2 py-1 text-11 text-fg-3">{t(($) => (isArmed ? $.ladder.armed : $.ladder.disarmed))}</p>
          </div>
        ))}
      </div>
    </Section>
  );
}

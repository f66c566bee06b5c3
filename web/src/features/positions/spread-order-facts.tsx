/** Tells an order in a spread before it is sent: its two legs, the best of its book, fees, the account before and after. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Spread } from '@mua/contract/entities/spread';
import { isRiskReducing, previewSpreadOrder, type RollPreview } from '@mua/core/preview/roll';
import { type Lots, oppositeSide, type Side } from '@mua/core/values';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Fact } from '#design/ui/dialogs/dialog.tsx';
import { QuestionFault } from '#design/ui/dialogs/question-dialog.tsx';
import { BestPrices } from '#features/positions/best-prices.tsx';
import { MoneyFacts, PastSpreads } from '#features/positions/roll-facts.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { reduceOnlyOf } from '#market/close-out.ts';
import { useContractsByCode } from '#market/contracts.ts';
import { liveEquityVnd, useMarks } from '#market/live-marks.ts';
import { reduceOnlyText } from '#market/reduce-only-text.ts';
import { marginStatusQuery, meQuery } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { ownTerms, useSubscription } from '#signed-in/service-packages.ts';

export interface SpreadFactsProps {
  readonly actor: AccountActor;
  readonly spread: Spread;
  readonly near: Contract;
  readonly far: Contract;
  readonly side: Side;
  /** Null while they are not readable. */
  readonly lots: Lots | null;
  /** One of the best prices is to be the order's. */
  readonly onTake: (priceText: string) => void;
}

type SpreadLegs = Omit<SpreadFactsProps, 'spread' | 'onTake'>;

export function SpreadFacts({ actor, spread, near, far, side, lots, onTake }: SpreadFactsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const preview = useSpreadPreview({ actor, near, far, side, lots });
  const leg = (of: Side) => `${t(($) => $.words.side[of])} ${format.volume(lots)}`;
  return (
    <>
      <Fact term={near.code}>{leg(side)}</Fact>
      <Fact term={far.code}>{leg(oppositeSide(side))}</Fact>
      <BestPrices testId="spread-best" {...{ spread, onTake }} />
      <PastSpreads near={near} far={far} />
      <MoneyFacts preview={preview} fees={t(($) => $.ticketMore.roll.bothFees)} />
    </>
  );
}

/** Why it would be refused, in sight however long the facts are. */
export function SpreadWarnings(legs: SpreadLegs) {
  const { t } = useTranslation();
  const format = useFormat();
  const barred = useBarredLegs(legs);
  const missing = useSpreadPreview(legs)?.shortfallVnd ?? 0n;
  return (
    <>
      {barred.map(({ code, closeOut }) => (
        <QuestionFault key={code} tone="warning">
          {code}: {reduceOnlyText({ t, format }, closeOut)}
        </QuestionFault>
      ))}
      {missing > 0n && (
        <QuestionFault tone="warning">
          {t(($) => $.ticketMore.spread.short, { missing: format.vnd(missing) })}
        </QuestionFault>
      )}
    </>
  );
}

/** The legs that would open what may only be reduced so near its close-out: the whole order would be refused. */
function useBarredLegs({ actor, near, far, side, lots }: SpreadLegs) {
  const { data: status } = useQuery(marginStatusQuery(actor.userId, actor.accountId));
  const legs = [
    { leg: near, side },
    { leg: far, side: oppositeSide(side) },
  ];
  return legs.flatMap(({ leg, side: of }) => {
    const closeOut = reduceOnlyOf(leg, of === 'BUY' ? 'long' : 'short');
    const held = status?.contracts.find(({ contractCode }) => contractCode === leg.code) ?? NOTHING;
    const earlierLots = of === 'BUY' ? held.workingBuyLots : held.workingSellLots;
    const opens = status !== undefined && lots !== null && !isRiskReducing(of, lots, held.netLots, earlierLots);
    return closeOut !== null && opens ? [{ code: leg.code, closeOut }] : [];
  });
}

const NOTHING = { netLots: 0, workingBuyLots: 0, workingSellLots: 0 };

/** Null while an input is missing. */
function useSpreadPreview({ actor, near, far, side, lots }: SpreadLegs): RollPreview | null {
  const { userId, accountId } = actor;
  const { data: status } = useQuery(marginStatusQuery(userId, accountId));
  const { data: me } = useQuery(meQuery(userId));
  const subscription = useSubscription(actor);
  const contracts = useContractsByCode();
  const marks = useMarks((status?.contracts ?? []).map(({ contractCode }) => contractCode));
  if (!status || !me || lots === null) return null;
  const legOf = ({ code, terms }: Contract) => {
    const own = ownTerms(terms, subscription);
    const held = status.contracts.find(({ contractCode }) => contractCode === code);
    return (
      own && {
        exposure: held ?? NOTHING,
        marginPerLotVnd: BigInt(held?.marginPerLot ?? own.marginPerLot[me.kind]),
        feePerLotVnd: BigInt(own.feePerLot),
        // Only the difference is traded: where the legs lie changes no fee and no margin.
        priceTicks: null,
      }
    );
  };
  const legs = { near: legOf(near), far: legOf(far) };
  if (!legs.near || !legs.far) return null;
  const sums = { equityVnd: liveEquityVnd(status, contracts, marks), requiredVnd: BigInt(status.requiredMargin) };
  return previewSpreadOrder({ near: legs.near, far: legs.far, lots, ...sums }, side);
}

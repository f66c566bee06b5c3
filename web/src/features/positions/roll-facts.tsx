/**
 * Tells a roll before it is sent: what is closed and opened at which prices, the spread now and before, what closing
 * realises, fees, and the account before and after.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { previewRoll, previewSpreadRoll, type RollPreview } from '@mua/core/preview/roll';
import { type Lots, oppositeSide, type Ticks } from '@mua/core/values';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Fact } from '#design/ui/dialogs/dialog.tsx';
import { BeforeAfter, Profit } from '#design/ui/figures/figures.tsx';
import { Sparkline } from '#design/ui/figures/sparkline.tsx';
import { askOfTrading } from '#desk/trading-question.ts';
import { useWindowPanel } from '#desk/window-panel.ts';
import type { RollTerms } from '#features/positions/roll.ts';
import type { OwnedRow, PositionRow } from '#features/positions/use-open-positions.ts';
import { MISSING } from '#i18n/format.ts';
import { sessionsText } from '#i18n/sessions-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { closeOutOf } from '#market/close-out.ts';
import { useContractsByCode } from '#market/contracts.ts';
import { exitProfitVnd } from '#market/exit-profit.ts';
import { shortMonth } from '#market/listing-codes.ts';
import { liveEquityVnd, useMark, useMarks } from '#market/live-marks.ts';
import { usePastSpreads } from '#market/past-spreads.ts';
import { useQuoteField } from '#market/use-quote.ts';
import { marginStatusQuery } from '#signed-in/accounts.ts';
import { ownTerms, useSubscription } from '#signed-in/service-packages.ts';

/** Where the two orders should fill; null while nobody knows. */
export interface RollPrices {
  readonly near: Ticks | null;
  readonly far: Ticks | null;
}

/** A limit as typed, else the other side of the book, else the mark. */
export function useRollPrices({ position, figures }: PositionRow, far: Contract, terms: RollTerms | null): RollPrices {
  const isLong = figures.side === 'BUY';
  const nearBook = useQuoteField(position.contractCode, isLong ? 'bid' : 'ask');
  const farBook = useQuoteField(far.code, isLong ? 'ask' : 'bid');
  const farMark = useMark(far.code);
  return {
    near: terms?.nearTicks ?? nearBook ?? figures.markTicks,
    far: terms?.farTicks ?? farBook ?? farMark,
  };
}

const NOTHING = { netLots: 0, workingBuyLots: 0, workingSellLots: 0 };

/** Null while an input is missing. `isOneOrder`: in the spread of the two months. */
export function useRollPreview(
  { actor, row }: OwnedRow,
  far: Contract,
  { lots, prices, isOneOrder = false }: { lots: Lots | null; prices: RollPrices; isOneOrder?: boolean },
): RollPreview | null {
  const subscription = useSubscription(actor);
  const contracts = useContractsByCode();
  const { data: status } = useQuery(marginStatusQuery(actor.userId, actor.accountId));
  const marks = useMarks((status?.contracts ?? []).map(({ contractCode }) => contractCode));
  const terms = ownTerms(row.contract?.terms ?? null, subscription);
  if (!status || !row.margin || !terms || lots === null) return null;
  // One commodity, one margin and one fee.
  const leg = { marginPerLotVnd: BigInt(row.margin.marginPerLot), feePerLotVnd: BigInt(terms.feePerLot) };
  const farMargin = status.contracts.find(({ contractCode }) => contractCode === far.code);
  return (isOneOrder ? previewSpreadRoll : previewRoll)({
    near: { ...leg, exposure: row.margin, priceTicks: prices.near },
    far: { ...leg, exposure: farMargin ?? NOTHING, priceTicks: prices.far },
    lots,
    equityVnd: liveEquityVnd(status, contracts, marks),
    requiredVnd: BigInt(status.requiredMargin),
  });
}

export interface RollFactsProps extends OwnedRow {
  readonly near: Contract;
  readonly far: Contract;
  readonly lots: Lots | null;
  readonly isLimit: boolean;
  readonly prices: RollPrices;
  readonly preview: RollPreview | null;
}

export function RollFacts({ row, near, far, lots, isLimit, prices, preview }: RollFactsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const grid = near.decimalFormat;
  const { figures } = row;
  const order = (side: 'BUY' | 'SELL', ticks: Ticks | null) => {
    const words = { side: t(($) => $.words.side[side]), lots: format.volume(lots), price: format.price(ticks, grid) };
    return t(($) => (isLimit ? $.ticketMore.roll.atLimit : $.ticketMore.roll.atMarket), words);
  };
  return (
    <>
      <Fact term={t(($) => $.ticketMore.roll.first, { contract: near.code })}>
        {order(oppositeSide(figures.side), prices.near)}
      </Fact>
      <Fact term={t(($) => $.ticketMore.roll.second, { contract: far.code })}>{order(figures.side, prices.far)}</Fact>
      <CloseOuts {...{ near, far }} isLong={figures.side === 'BUY'} />
      <Fact term={t(($) => $.ticketMore.roll.spread, monthsOf(near, far))}>
        {format.price(preview?.spreadTicks ?? null, grid)}
      </Fact>
      <PastSpreads near={near} far={far} />
      <CurveLink near={near} />
      <ClosingProfit {...{ row, near, lots }} ticks={prices.near} />
      <MoneyFacts preview={preview} fees={t(($) => $.ticketMore.roll.fee)} />
    </>
  );
}

export function CurveLink({ near }: { readonly near: Contract }) {
  const { t } = useTranslation();
  const format = useFormat();
  const isPanel = useWindowPanel(({ panel }) => panel !== null);
  return (
    <Fact term={t(($) => $.commands.curve)}>
      <Link
        to="/curve/$commodity"
        params={{ commodity: near.commodityCode }}
        preload={false}
        // A panel's window stays the panel's.
        {...(isPanel ? { target: '_blank' } : {})}
        onClick={() => askOfTrading(null)}
        data-testid="roll-curve"
        className="finger-sized text-primary-text hover:underline"
      >
        {near.commodityName[format.language]}
      </Link>
    </Fact>
  );
}

interface ClosingProfitProps {
  readonly row: PositionRow;
  readonly near: Contract;
  readonly lots: Lots | null;
  /** Of the near month; null while nobody knows. */
  readonly ticks: Ticks | null;
}

/** What closing the near month realises: the far one begins at its own price. */
export function ClosingProfit({ row: { position, figures }, near, lots, ticks }: ClosingProfitProps) {
  const { t } = useTranslation();
  const exit = ticks === null || lots === null ? null : { side: oppositeSide(figures.side), lots, ticks };
  return (
    <Fact term={t(($) => $.words.position.estimatedProfit)}>
      <Profit amount={exit && exitProfitVnd(exit, { contract: near, entryTicks: null, held: position })} />
    </Fact>
  );
}

/** Fees, and the account before and after. */
export function MoneyFacts({ preview, fees }: { readonly preview: RollPreview | null; readonly fees: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const bare = { bare: true } as const;
  return (
    <>
      <Fact term={fees}>{format.vnd(preview?.feeVnd ?? null)}</Fact>
      <Fact term={t(($) => $.words.margin.requiredMargin)}>
        {preview ? (
          <BeforeAfter
            before={format.vnd(preview.requiredVnd.before, bare)}
            after={format.vnd(preview.requiredVnd.after)}
          />
        ) : (
          MISSING
        )}
      </Fact>
      <Fact term={t(($) => $.words.margin.availableMarginShort)}>
        {preview ? (
          <BeforeAfter
            before={format.vnd(preview.availableVnd.before, bare)}
            after={format.vnd(preview.availableVnd.after)}
          />
        ) : (
          MISSING
        )}
      </Fact>
    </>
  );
}

export function CloseOuts({ near, far, isLong }: { near: Contract; far: Contract; isLong: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const left = (contract: Contract) => {
    const closeOut = closeOutOf(contract, isLong ? 'long' : 'short');
    return closeOut ? sessionsText({ t, format }, closeOut.sessions) : MISSING;
  };
  return (
    <Fact term={t(($) => $.positions.closeOut)}>
      <BeforeAfter before={left(near)} after={left(far)} />
    </Fact>
  );
}

/** What the spread has done lately: about a month. */
const ROLL_DAYS = 20;

export function PastSpreads({ near, far }: { near: Contract; far: Contract }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { past } = usePastSpreads(near, far, ROLL_DAYS);
  if (!past) return null;
  const { days, lowest, highest } = past;
  const spreads = days.map(({ ticks }) => ticks);
  const grid = near.decimalFormat;
  const words = { lowest: format.price(lowest, grid), highest: format.price(highest, grid) };
  return (
    <Fact term={t(($) => $.ticketMore.roll.past, { count: spreads.length, days: format.volume(spreads.length) })}>
      <span className="inline-flex items-center justify-end gap-2">
        {spreads.length > 1 && (
          <Sparkline values={spreads} baseline={null} direction={null} width={64} height={16} className="w-16" />
        )}
        {t(($) => $.ticketMore.roll.range, words)}
      </span>
      <span className="block font-normal text-12 text-fg-2">{t(($) => $.ticketMore.roll.pastBasis)}</span>
    </Fact>
  );
}

/** The months as traders shorten them: Z26, H27. */
function monthsOf(near: Contract, far: Contract): { readonly near: string; readonly far: string } {
  return { near: shortMonth(near.code), far: shortMonth(far.code) };
}

/**
 * Shows what a contract is and on which terms it trades here (docs/rules/entities.md#contract). Unknown facts are "–".
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { Investor } from '@mua/contract/entities/investor';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { amountText } from '#i18n/amount-text.ts';
import { MISSING } from '#i18n/format.ts';
import { unitText } from '#i18n/unit-text.ts';
import { useMarketFormat } from '#i18n/use-format.ts';
import { tickValueVnd } from '#market/tick-value.ts';
import { useSessionText } from '#market/use-session-text.ts';
import { meQuery } from '#signed-in/accounts.ts';
import { useActiveUser } from '#signed-in/actor.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

const PhysicalPrices = lazy(async () => ({
  default: (await import('#features/contract-info/physical-prices.tsx')).PhysicalPrices,
}));

export function ContractInformation({ contract }: { contract: Contract }) {
  return (
    <dl className="px-3 py-1.5 text-12 leading-5.5">
      <Facts contract={contract} />
      <Limits contract={contract} />
      <Terms contract={contract} />
      <Days contract={contract} />
    </dl>
  );
}

function Row({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-fg-2">{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  );
}

function Facts({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { state, text } = useSessionText(contract);
  const { decimalFormat: grid, terms, priceUnit } = contract;
  const tick = format.price(ticksFromWire(contract.tickSize, grid), grid);
  const unit = unitText(t, priceUnit);
  const value = terms ? format.foreign(terms.tickValue, terms.currency) : MISSING;
  return (
    <>
      <Row name={t(($) => $.desk.info.exchangeGroup)}>
        {contract.exchange} · {t(($) => $.words.group[contract.group])}
      </Row>
      <Row name={t(($) => $.words.market.productType)}>{t(($) => $.words.productType[contract.productType])}</Row>
      <Row name={t(($) => $.words.market.expiryMonth)}>
        <Link
          to="/curve/$commodity"
          params={{ commodity: contract.commodityCode }}
          preload={false}
          className="finger-sized text-primary-text hover:underline"
        >
          {format.expiry(contract.expiryMonth)} · {t(($) => $.commands.curve)}
        </Link>
      </Row>
      <Row name={t(($) => $.words.market.size)}>
        {amountText(contract.size, format)} {unitText(t, contract.sizeUnit)}
      </Row>
      <Row name={t(($) => $.words.market.tick)}>{t(($) => $.desk.info.tickIs, { tick, unit, value })}</Row>
      <Suspense>
        <PhysicalPrices contract={contract}>
          {(prices) => <Row name={t(($) => $.desk.strip.physical)}>{prices}</Row>}
        </PhysicalPrices>
      </Suspense>
      <Row name={t(($) => $.words.market.session)}>
        {text}
        {state === 'OPEN' && contract.session.changesAt !== null && <Closing at={contract.session.changesAt} />}
      </Row>
    </>
  );
}

function Closing({ at }: { at: string }) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const when = `${format.hour(at)} ${format.date(at).slice(0, 5)}`;
  return <>{`, ${t(($) => $.desk.info.closesAt, { when })}`}</>;
}

/** The price limits of this trade date, and the price they are based on. */
function Limits({ contract: { dailyLimits, referencePrice, decimalFormat: grid } }: { contract: Contract }) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const price = (text: string | null | undefined) => format.price(ticksFromWire(text, grid), grid);
  return (
    <>
      <Row name={t(($) => $.words.market.limitUp)}>
        <span className="in-data-[palette=vn]:text-ceil">{price(dailyLimits?.upper)}</span>
      </Row>
      <Row name={t(($) => $.words.market.referencePrice)}>
        <span className="in-data-[palette=vn]:text-ref">{price(referencePrice)}</span>
      </Row>
      <Row name={t(($) => $.words.market.limitDown)}>
        <span className="in-data-[palette=vn]:text-floor">{price(dailyLimits?.lower)}</span>
      </Row>
    </>
  );
}

function Terms({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { terms } = contract;
  const kind = useInvestorKind();
  const margin = terms?.marginPerLot[kind] ?? null;
  const perLot = (amount: string | bigint | null) =>
    amount === null ? MISSING : t(($) => $.desk.info.perLot, { amount: format.vnd(amount) });
  const lots = (count: number | undefined) =>
    count === undefined ? MISSING : t(($) => $.desk.info.lots, { count, lots: format.volume(count) });
  return (
    <>
      <Row name={t(($) => $.desk.info.tickValueVnd)}>{perLot(tickValueVnd(terms))}</Row>
      <Row name={t(($) => $.words.margin.initialMargin)}>{perLot(contract.initialMargin)}</Row>
      <Row name={t(($) => $.words.margin.marginPerLot)}>{perLot(margin)}</Row>
      <Row name={t(($) => $.desk.info.fee)}>
        {terms ? t(($) => $.desk.info.feePerSide, { fee: format.vnd(terms.feePerLot) }) : MISSING}
      </Row>
      <Row name={t(($) => $.desk.info.fxRate, { currency: terms?.currency ?? '' }).trim()}>
        {terms ? amountText(terms.fxRate, format) : MISSING}
      </Row>
      <Row name={t(($) => $.desk.info.maxLots)}>{lots(terms?.maxLotsPerOrder ?? contract.maxLots)}</Row>
      <Row name={t(($) => $.desk.info.maxPosition)}>{lots(terms?.maxLotsPerContract)}</Row>
      <Row name={t(($) => $.desk.info.band)}>{terms ? `±${format.ratio(terms.bandPercent, 0)}` : MISSING}</Row>
    </>
  );
}

/** Margins depend on the type of investor; a visitor sees those of an individual. */
function useInvestorKind(): Investor['kind'] {
  const userId = useActiveUser();
  const { data: me } = useQuery({ ...meQuery(userId ?? ''), enabled: userId !== null });
  return me?.kind ?? 'individual';
}

function Days({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { closeOutAt } = contract;
  return (
    <>
      <Row name={t(($) => $.words.market.firstNotificationDate)}>
        {format.civilDate(contract.firstNotificationDate)}
      </Row>
      <Row name={t(($) => $.words.market.lastNotificationDate)}>{format.civilDate(contract.lastNotificationDate)}</Row>
      <Row name={t(($) => $.words.market.lastTradeDay)}>{format.civilDate(contract.lastTradeDay)}</Row>
      <Row name={t(($) => $.desk.info.closeOutLong)}>{deadline(closeOutAt.long)}</Row>
      <Row name={t(($) => $.desk.info.closeOutShort)}>{deadline(closeOutAt.short)}</Row>
    </>
  );

  function deadline(instant: string | null): string {
    return instant === null ? MISSING : `${format.hour(instant)} ${format.date(instant)}`;
  }
}

/** The header of the desk: the contract, its price, the day's figures, and the time to its close-out deadline. */
import type { Contract } from '@mua/contract/entities/contract';
import { Star, TriangleAlert } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { marketNowMs, useEverySecond } from '#clock/market-clock.ts';
import { cn } from '#design/class-names.ts';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { LIMIT_TEXT } from '#design/ui/figures/limit-mark.tsx';
import { Tooltip } from '#design/ui/overlays/tooltip.tsx';
import { ContractMenu } from '#features/contract-strip/contract-menu.tsx';
import { LastPrice } from '#features/contract-strip/last-price.tsx';
import { MISSING } from '#i18n/format.ts';
import { sessionsText } from '#i18n/sessions-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useFavourites } from '#lists/favourites.ts';
import { nextCloseOut, SOON_SESSIONS } from '#market/close-out.ts';
import { limitsNow } from '#market/price-state.ts';
import type { QuoteField } from '#market/price-store.ts';
import { useQuoteField } from '#market/use-quote.ts';
import { useSessionText } from '#market/use-session-text.ts';

/** Below or behind the other figures: not worth waiting for. */
const PhysicalPrice = lazy(async () => ({
  default: (await import('#features/contract-strip/physical-price.tsx')).PhysicalPrice,
}));

export interface ContractStripProps {
  readonly contract: Contract;
  readonly contracts: readonly Contract[];
  /** Actions on the right that concern the whole desk. */
  readonly actions?: ReactNode;
}

export function ContractStrip({ contract, contracts, actions }: ContractStripProps) {
  const { t } = useTranslation();
  return (
    <section
      aria-label={t(($) => $.desk.strip.label)}
      className="flex h-13 shrink-0 items-center gap-5.5 overflow-hidden whitespace-nowrap bg-surface pr-3 pl-4 2xl:gap-8"
    >
      <span className="flex items-center gap-1.5">
        <FavouriteButton contract={contract} />
        <ContractMenu contract={contract} contracts={contracts} />
      </span>
      <LastPrice contract={contract} />
      <DayFigures contract={contract} />
      <span className="ml-auto flex items-center gap-2">
        <SessionBadge contract={contract} />
        <EndBadge contract={contract} />
        {actions}
      </span>
    </section>
  );
}

/** The same on a phone: two rows, the price large, below it what the thing itself costs. */
export function PhoneStrip({ contract, contracts, actions }: ContractStripProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { code } = contract;
  return (
    <section aria-label={t(($) => $.desk.strip.label)} className="shrink-0 bg-surface">
      <div className="flex h-12 items-center gap-2 border-border border-b pr-2 pl-4">
        <ContractMenu contract={contract} contracts={contracts} />
        <span className="ml-auto flex items-center gap-1">
          <SessionBadge contract={contract} />
          <EndBadge contract={contract} />
          {actions}
          <FavouriteButton contract={contract} />
        </span>
      </div>
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-4 px-4 py-1">
        <div>
          <LastPrice contract={contract} isLarge />
          {/* As high before it has come: the tabs below must not move. */}
          <p className="min-h-4 text-12 text-fg-2 tabular-nums leading-4">
            <Suspense>
              <PhysicalPrice contract={contract}>
                {(price) => (
                  <>
                    <span className="sr-only">{t(($) => $.desk.strip.physical)}: </span>
                    {price}
                  </>
                )}
              </PhysicalPrice>
            </Suspense>
          </p>
        </div>
        <dl className="grid grid-cols-[repeat(4,auto)] justify-end gap-x-2 gap-y-0.5 text-12 leading-4.5">
          {PHONE_FIGURES.map((field) => (
            <PhoneFigure key={field} name={t(($) => $.words.board[FIGURE_WORDS[field]])}>
              <PriceFigure contract={contract} field={field} />
            </PhoneFigure>
          ))}
          <PhoneFigure name={t(($) => $.words.board.totalVolume)}>
            <VolumeFigure code={code} />
          </PhoneFigure>
          <PhoneFigure name={t(($) => $.words.board.firstNotice)}>
            {format.civilDate(contract.firstNotificationDate).slice(0, 5)}
          </PhoneFigure>
        </dl>
      </div>
    </section>
  );
}

type DayField = Extract<QuoteField, 'open' | 'high' | 'low' | 'settlement'>;
const FIGURE_WORDS = { open: 'open', high: 'high', low: 'low', settlement: 'settlement' } as const;
const FIGURES: readonly DayField[] = ['open', 'high', 'low', 'settlement'];
const PHONE_FIGURES: readonly DayField[] = ['high', 'settlement', 'low', 'open'];

function DayFigures({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    // Figures that do not fit wrap to a second line, which is hidden, so that no figure is cut off.
    <dl className="flex max-h-8 min-w-0 flex-wrap gap-x-5.5 gap-y-2 overflow-hidden 2xl:gap-x-8">
      {FIGURES.map((field) => (
        <Figure key={field} name={t(($) => $.words.board[FIGURE_WORDS[field]])}>
          <PriceFigure contract={contract} field={field} />
        </Figure>
      ))}
      <LimitFigures contract={contract} />
      <Figure name={t(($) => $.words.board.totalVolume)}>
        <VolumeFigure code={contract.code} />
      </Figure>
      <Suspense>
        <PhysicalPrice contract={contract}>
          {(price) => <Figure name={t(($) => $.desk.strip.physical)}>{price}</Figure>}
        </PhysicalPrice>
      </Suspense>
      {contract.openInterest !== null && (
        <Figure name={t(($) => $.desk.strip.openInterest)}>{format.volume(contract.openInterest)}</Figure>
      )}
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-11 text-fg-3 leading-3.5">{name}</dt>
      <dd className="font-medium text-12 leading-4.25">{children}</dd>
    </div>
  );
}

function PhoneFigure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-3">{name}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </>
  );
}

function PriceFigure({ contract, field }: { contract: Contract; field: DayField }) {
  const format = useFormat();
  const ticks = useQuoteField(contract.code, field);
  return (
    <span className={cn(field === 'settlement' && ticks !== null && 'text-ref')}>
      {format.price(ticks, contract.decimalFormat)}
    </span>
  );
}

/** Today's price limits of the exchange; nothing if there are none. */
function LimitFigures({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const format = useFormat();
  const limits = limitsNow(contract, useQuoteField(contract.code, 'settlement'));
  if (limits === null) return null;
  return (
    <Figure name={t(($) => $.desk.strip.limits)}>
      <span className={LIMIT_TEXT.ceiling}>{format.price(limits.upper, contract.decimalFormat)}</span>
      {' / '}
      <span className={LIMIT_TEXT.floor}>{format.price(limits.lower, contract.decimalFormat)}</span>
    </Figure>
  );
}

function VolumeFigure({ code }: { code: string }) {
  const format = useFormat();
  return <>{format.volume(useQuoteField(code, 'volume'))}</>;
}

function FavouriteButton({ contract: { code } }: { contract: Contract }) {
  const { t } = useTranslation();
  const favourites = useFavourites();
  if (!favourites.canKeep) return null;
  const isOn = favourites.codes.has(code);
  return (
    <IconButton
      size="icon-sm"
      aria-pressed={isOn}
      label={t(($) => (isOn ? $.desk.strip.unfavourite : $.desk.strip.favourite), { code })}
      onClick={() => favourites.toggle(code)}
      className={cn('max-md:size-11', isOn && 'text-primary-text')}
    >
      <Star aria-hidden className={cn(isOn && 'fill-current')} />
    </IconButton>
  );
}

/** An open market needs no text; a paused one says why and until when. */
function SessionBadge({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const { rest, text, shortOpening } = useSessionText(contract);
  if (rest === null) return null;
  const short = t(($) => $.words.restShort[rest]);
  return (
    <Badge tone={rest === 'CLOSED' ? 'plain' : 'warning'} className="h-5.5 px-2 tabular-nums" title={text}>
      <span className="max-md:hidden">{text}</span>
      <span className="md:hidden">{shortOpening === null ? short : `${short} · ${shortOpening}`}</span>
    </Badge>
  );
}

function EndBadge({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const format = useFormat();
  // Renders again when the deadline of one side passes, not every second.
  useEverySecond(() => nextCloseOut(contract, marketNowMs())?.side ?? null);
  const next = nextCloseOut(contract, marketNowMs());
  if (next === null || next.sessions > SOON_SESSIONS) return null;
  const { side, sessions, at } = next;
  const deadline = at === null ? MISSING : `${format.hour(at)} ${format.date(at)}`;
  const left = sessionsText({ t, format }, sessions);
  return (
    <Tooltip content={t(($) => $.words.closeOutBy[side], { deadline })} side="bottom">
      <Badge tone="warning" className="h-5.5 px-2">
        <TriangleAlert aria-hidden className="size-3.5" />
        <span className="max-md:hidden">{t(($) => $.desk.strip.closeOutIn, { left })}</span>
        <span className="md:hidden">{left}</span>
      </Badge>
    </Tooltip>
  );
}

/**
 * The five best levels under a phone's chart, bids against asks, each too low for a touch target: a tap opens the whole
 * book.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { Side } from '@mua/core/values';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Skeleton } from '#design/ui/feedback/skeleton.tsx';
import { LIMIT_VN, LimitMark } from '#design/ui/figures/limit-mark.tsx';
import { type BookLevel, bookRows, type OwnLots } from '#features/order-book/book-rows.ts';
import { type BookWords, bookWords } from '#features/order-book/book-words.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useDepth } from '#market/depth-store.ts';
import { limitAt, limitTicksOf } from '#market/price-state.ts';
import { useSessionText } from '#market/use-session-text.ts';

export interface PhoneDepthProps {
  readonly contract: Contract;
  readonly own: OwnLots;
  readonly onOpen: () => void;
}

const LEVELS = [0, 1, 2, 3, 4];
const ROW = 'grid grid-cols-[40px_1fr_1fr_40px] items-center gap-x-2 px-4';

export function PhoneDepth({ contract, own, onOpen }: PhoneDepthProps) {
  const { t } = useTranslation();
  const depth = useDepth(contract.code);
  const { state, text } = useSessionText(contract);
  const words = useMemo(() => bookWords(t), [t]);
  const rows = useMemo(() => depth && bookRows(depth, { groupTicks: 1, own }), [depth, own]);
  if (state === 'CLOSED') {
    return <p className="border-border border-t py-4 text-center text-12 text-fg-3">{text}</p>;
  }
  return (
    <section
      aria-label={t(($) => $.words.market.orderBook)}
      className="relative border-border border-t py-1.5 text-12 tabular-nums"
    >
      <div className={cn('text-11 text-fg-3 leading-4.5', ROW)}>
        <span className="whitespace-nowrap">{t(($) => $.words.board.bidVolume)}</span>
        <span className="pr-2 text-right">{t(($) => $.words.board.bidPrice)}</span>
        <span className="pl-2">{t(($) => $.words.board.askPrice)}</span>
        <span className="whitespace-nowrap text-right">{t(($) => $.words.board.askVolume)}</span>
      </div>
      {LEVELS.map((place) => (
        <div key={place} className={cn('h-5.5', ROW)}>
          {rows === null ? (
            <Waiting />
          ) : (
            <>
              <Lots level={rows.bids[place]} />
              <Level side="BUY" words={words} level={rows.bids[place]} contract={contract} />
              <Level side="SELL" words={words} level={rows.asks[place]} contract={contract} />
              <Lots level={rows.asks[place]} isRight />
            </>
          )}
        </div>
      ))}
      <button
        type="button"
        aria-label={t(($) => $.desk.book.open)}
        onClick={onOpen}
        className="absolute inset-0 outline-offset-[-2px]"
      />
    </section>
  );
}

function Lots({ level, isRight = false }: { level: BookLevel | undefined; isRight?: boolean }) {
  const format = useFormat();
  return <span className={cn('text-fg-2', isRight && 'text-right')}>{level && format.volume(level.lots)}</span>;
}

interface LevelProps {
  readonly side: Side;
  readonly words: BookWords;
  readonly level: BookLevel | undefined;
  readonly contract: Contract;
}

function Level({ side, words, level, contract }: LevelProps) {
  const format = useFormat();
  if (!level) return <span />;
  const isBid = side === 'BUY';
  const limit = limitAt(level.priceTicks, limitTicksOf(contract));
  return (
    <span
      className={cn(
        'relative block h-5 font-medium leading-5',
        isBid ? 'pr-2 text-right text-buy-text' : 'pl-2 text-left text-sell-text',
        limit && LIMIT_VN[limit],
      )}
    >
      <span
        aria-hidden
        className={cn('absolute inset-y-0 rounded-sm', isBid ? 'right-0 bg-buy-soft' : 'left-0 bg-sell-soft')}
        style={{ width: `${level.depth * 100}%` }}
      />
      {level.ownLots > 0 && (
        <span className={cn('absolute top-1 h-3 w-1 rounded-full bg-primary-text', isBid ? 'right-0' : 'left-0')}>
          <span className="sr-only">{words.own(format.volume(level.ownLots))}</span>
        </span>
      )}
      <span className="relative">
        {format.price(level.priceTicks, contract.decimalFormat)}
        {limit && <LimitMark limit={limit} className="ml-1" />}
      </span>
    </span>
  );
}

function Waiting() {
  return (
    <>
      <Skeleton className="w-6" />
      <Skeleton className="ml-auto w-10" />
      <Skeleton className="w-10" />
      <Skeleton className="ml-auto w-6" />
    </>
  );
}

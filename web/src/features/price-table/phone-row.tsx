/**
 * A contract on a phone: code and name, last and change, 56 px high; a tap opens the desk, the star has a touch target
 * of 44 px.
 */
// biome-ignore-all lint/a11y/useSemanticElements: table elements can't hold rows that are placed one by one.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid moves its focus by rows, so cells and heads have none.
import type { Contract } from '@mua/contract/entities/contract';
import type { TFunction } from 'i18next';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { tradeFlash } from '#design/trade-flash.ts';
import { FavoriteButton } from '#features/price-table/favorite-button.tsx';
import { openInPlace } from '#features/price-table/price-row.tsx';
import { ChangeText, MatchText, PercentText } from '#features/price-table/quote-cells.tsx';
import type { RowActions } from '#features/price-table/row-actions.ts';
import { SessionCell } from '#features/price-table/session-cell.tsx';
import { TrendCell } from '#features/price-table/trend-cell.tsx';
import { formatExpiry } from '#i18n/format.ts';
import { languageOf } from '#i18n/languages.ts';
import { usePriceState } from '#market/price-state.ts';
import { useQuoteSession } from '#market/use-quote.ts';
import { useTradeFlash } from '#market/use-trade-flash.ts';

export interface PhoneRowProps {
  readonly contract: Contract;
  readonly rowIndex: number;
  readonly isFavorite: boolean;
  readonly isActive: boolean;
  readonly actions: RowActions;
}

export const PhoneRow = memo(function PhoneRow({ contract, rowIndex, isFavorite, isActive, actions }: PhoneRowProps) {
  const { t, i18n } = useTranslation();
  const { code } = contract;
  const session = useQuoteSession(code);
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      tabIndex={isActive ? 0 : -1}
      data-testid={`row-${code}`}
      data-code={code}
      className="relative flex h-full items-stretch border-border border-b outline-none focus-visible:shadow-[inset_0_1px_var(--ring),inset_0_-1px_var(--ring)] active:bg-surface-2"
    >
      <span role="gridcell" className="relative z-1 flex">
        <FavoriteButton
          code={code}
          t={t}
          isOn={isFavorite}
          isReachable={isActive}
          onToggle={actions.onToggleFavorite}
          className="w-11 [&_svg]:size-4.5"
        />
      </span>
      <span role="gridcell" className="flex min-w-0 flex-1 flex-col justify-center">
        <a
          href={`/trading/${code}`}
          tabIndex={isActive ? 0 : -1}
          onClick={(event) => openInPlace(event, () => actions.onOpen(code))}
          // The whole row is a link, so that a thumb need not hit six letters.
          className="truncate font-medium text-14 outline-none after:absolute after:inset-0"
        >
          {code}
        </a>
        <span className="truncate text-12 text-fg-3">
          {contract.commodityName[languageOf(i18n.resolvedLanguage)]} · {formatExpiry(contract.expiryMonth)}
        </span>
      </span>
      <span role="gridcell" className="flex w-18 shrink-0 items-center justify-center">
        {session === 'OPEN' ? (
          <TrendOrLate contract={contract} t={t} />
        ) : (
          <SessionCell contract={contract} t={t} isStacked />
        )}
      </span>
      <PhonePrice contract={contract} isClosed={session === 'CLOSED'} />
    </div>
  );
});

function PhonePrice({ contract, isClosed }: { contract: Contract; isClosed: boolean }) {
  const flash = tradeFlash(useTradeFlash(contract.code), usePriceState(contract, 'last'));
  return (
    <span role="gridcell" className={cn('flex w-30 shrink-0 flex-col items-end justify-center pr-4', flash)}>
      <span className={cn('text-14', isClosed && 'text-fg-3')}>
        <MatchText contract={contract} />
      </span>
      <span className="flex gap-1.5 text-12">
        <ChangeText contract={contract} />
        <PercentText contract={contract} withSign />
      </span>
    </span>
  );
}

/** A delay matters more than the exchange. */
function TrendOrLate({ contract, t }: { contract: Contract; t: TFunction }) {
  return <TrendCell contract={contract} fallback={<SessionCell contract={contract} t={t} isStacked />} />;
}

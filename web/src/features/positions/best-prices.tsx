/**
 * The best of a spread's book as it is now, with its lots. A press takes one of the prices for the order, whose price does
 * not follow them. They are marked once they are late.
 */
import type { Spread } from '@mua/contract/entities/spread';
import type { Lots } from '@mua/core/values';
import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Fact } from '#design/ui/dialogs/dialog.tsx';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { useLateSpread } from '#market/spreads.ts';

export interface BestPricesProps {
  readonly spread: Spread;
  readonly testId: string;
  readonly onTake: (priceText: string) => void;
}

export function BestPrices({ spread, testId, onTake }: BestPricesProps) {
  const { t } = useTranslation();
  const { quote, decimalFormat: grid } = spread;
  const isLate = useLateSpread(spread) !== null;
  const side = (text: string | null, lots: Lots | null) => (
    <BestPrice {...{ text, lots, isLate, onTake }} grid={grid} />
  );
  return (
    <Fact term={t(($) => $.ticketMore.roll.best)}>
      <span data-testid={testId} data-late={isLate}>
        {isLate && <Clock aria-hidden className="mr-1 inline size-3.5 text-warning" />}
        {side(quote?.bid ?? null, quote?.bidLots ?? null)} × {side(quote?.ask ?? null, quote?.askLots ?? null)}
      </span>
    </Fact>
  );
}

interface BestPriceProps extends Pick<BestPricesProps, 'onTake'> {
  readonly text: string | null;
  readonly lots: Lots | null;
  readonly grid: Spread['decimalFormat'];
  readonly isLate: boolean;
}

function BestPrice({ text, lots, grid, isLate, onTake }: BestPriceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const shown = wirePrice(format, text, grid);
  if (text === null) return shown;
  return (
    <>
      <Button
        variant="link"
        size="text"
        className={cn('finger-sized tabular-nums', isLate && 'text-warning')}
        aria-label={t(($) => $.ticketMore.roll.take, { price: shown })}
        onClick={() => onTake(shown)}
      >
        {shown}
      </Button>
      {lots !== null && <span className="font-normal text-fg-2"> ({lotsText({ t, format }, lots)})</span>}
    </>
  );
}

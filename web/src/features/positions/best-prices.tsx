/** The best of a spread's book as it is now. A press takes one of them for the order, whose price does not follow them. */
import type { Spread } from '@mua/contract/entities/spread';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Fact } from '#design/ui/dialogs/dialog.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';

export interface BestPricesProps {
  readonly spread: Spread;
  readonly testId: string;
  readonly onTake: (priceText: string) => void;
}

export function BestPrices({ spread: { quote, decimalFormat: grid }, testId, onTake }: BestPricesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const price = (text: string | null | undefined) => {
    const shown = wirePrice(format, text, grid);
    if (text === null || text === undefined) return shown;
    return (
      <Button
        variant="link"
        size="text"
        className="finger-sized tabular-nums"
        aria-label={t(($) => $.ticketMore.roll.take, { price: shown })}
        onClick={() => onTake(shown)}
      >
        {shown}
      </Button>
    );
  };
  return (
    <Fact term={t(($) => $.ticketMore.roll.best)}>
      <span data-testid={testId}>
        {price(quote?.bid)} × {price(quote?.ask)}
      </span>
    </Fact>
  );
}

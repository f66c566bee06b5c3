/** Shows an entry's exit pair in one line below it, with its prices and a link to it. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Contract } from '@mua/contract/entities/contract';
import { CornerDownRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { useHighlightedRow } from '#desk/highlighted-row.ts';
import { useFormat } from '#i18n/use-format.ts';
import { orderPriceText } from '#orders/order-price-text.ts';

export function ExitsLine({ exits, contract }: { exits: ConditionalOrder; contract: Contract | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const show = useHighlightedRow((state) => state.show);
  const lots =
    exits.armedQuantity === exits.quantity
      ? format.volume(exits.quantity)
      : `${format.volume(exits.armedQuantity)}/${format.volume(exits.quantity)}`;
  return (
    <span
      className="flex flex-wrap items-center gap-x-2 gap-y-1 whitespace-nowrap pl-4 text-12 text-fg-2 md:flex-nowrap"
      data-testid={`exits-${exits.conditionalOrderId}`}
    >
      <CornerDownRight aria-hidden className="size-3 shrink-0 text-fg-3" />
      <span>{t(($) => $.lists.exitsOf)}</span>
      <span className="font-medium text-foreground">
        {lots} · {orderPriceText({ t, format, grid: contract?.decimalFormat }, exits)}
      </span>
      <Badge tone={exits.state === 'FAILED' ? 'danger' : exits.state === 'ACTIVE' ? 'success' : 'info'}>
        {t(($) => $.words.conditionalStatus[exits.state])}
      </Badge>
      <Button
        variant="link"
        size="text"
        className="text-12"
        data-testid="show-exits"
        onClick={() => show('conditionals', exits.conditionalOrderId)}
      >
        {t(($) => $.lists.showConditional, { contract: exits.contractCode })}
      </Button>
    </span>
  );
}

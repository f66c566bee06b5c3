/** The ticket on a phone: a sheet over the chart, with the price in its header and large touch targets. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Side } from '@mua/core/values';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { focusSheet, Sheet, SheetContent, SheetDescription, SheetTitle } from '#design/ui/dialogs/sheet.tsx';
import { DIRECTION_TEXT, directionOf, Price, QuoteChange } from '#design/ui/figures/figures.tsx';
import { AccountChoice, DraftElsewhere } from '#features/order-ticket/account-choice.tsx';
import { TicketForm } from '#features/order-ticket/ticket-form.tsx';
import { TicketMenu } from '#features/order-ticket/ticket-menu.tsx';
import { useTicket } from '#features/order-ticket/use-ticket.ts';
import { useQuoteChange, useQuoteField } from '#market/use-quote.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';

export interface TicketSheetProps {
  readonly contract: Contract;
  readonly open: boolean;
  /** The side of the button that opened it; if omitted, the draft's own. */
  readonly side?: Side | undefined;
  readonly onOpenChange: (open: boolean) => void;
}

export function TicketSheet({ contract, open, side, onOpenChange }: TicketSheetProps) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent className="md:mx-auto md:max-w-120 md:border-x" onOpenAutoFocus={focusSheet}>
        <SheetBody contract={contract} side={side} onTaken={() => onOpenChange(false)} />
      </SheetContent>
    </Sheet>
  );
}

/** Mounted with the sheet, so that a closed ticket costs nothing. */
function SheetBody({ contract, side, onTaken }: { contract: Contract; side: Side | undefined; onTaken: () => void }) {
  const { t } = useTranslation();
  const ticket = useTicket(contract);
  useEffect(() => {
    if (side !== undefined && useTicketDraft.getState().side !== side) useTicketDraft.getState().setSide(side);
  }, [side]);
  return (
    <>
      <header className="flex h-11 shrink-0 items-center gap-1.5 px-4">
        <SheetTitle className="text-16">{contract.code}</SheetTitle>
        <SheetPrice contract={contract} />
        <span className="flex-1" />
        <AccountChoice choice={ticket.choice} isBare />
      </header>
      <SheetDescription className="sr-only">{t(($) => $.ticket.title)}</SheetDescription>
      <div className="flex shrink-0 items-center justify-between pr-1">
        <BidAndAsk contract={contract} />
        <TicketMenu ticket={ticket} isRoomy />
      </div>
      <DraftElsewhere choice={ticket.choice} />
      <TicketForm ticket={ticket} isRoomy onTaken={onTaken} className="overflow-y-auto px-4 pt-1 pb-4" />
    </>
  );
}

function SheetPrice({ contract: { code, decimalFormat } }: { contract: Contract }) {
  const last = useQuoteField(code, 'last');
  const settlement = useQuoteField(code, 'settlement');
  const change = useQuoteChange(code);
  const direction = directionOf(change);
  return (
    <span className="inline-flex min-w-0 items-baseline gap-1 font-medium text-12 tabular-nums">
      <Price ticks={last} grid={decimalFormat} className={direction ? DIRECTION_TEXT[direction] : undefined} />
      <QuoteChange changeTicks={change} referenceTicks={settlement} grid={decimalFormat} show="percent" glyph />
    </span>
  );
}

/** The sheet covers the book, so it repeats the best prices. */
function BidAndAsk({ contract: { code, decimalFormat } }: { contract: Contract }) {
  const { t } = useTranslation();
  const bid = useQuoteField(code, 'bid');
  const ask = useQuoteField(code, 'ask');
  return (
    <dl className="flex shrink-0 gap-4 px-4 pb-1 text-12 tabular-nums">
      <div className="flex gap-1.5">
        <dt className="text-fg-3">{t(($) => $.words.board.bidPrice)}</dt>
        <dd>
          <Price ticks={bid} grid={decimalFormat} className="text-buy-text" />
        </dd>
      </div>
      <div className="flex gap-1.5">
        <dt className="text-fg-3">{t(($) => $.words.board.askPrice)}</dt>
        <dd>
          <Price ticks={ask} grid={decimalFormat} className="text-sell-text" />
        </dd>
      </div>
    </dl>
  );
}

/**
 * What may be done with a position: protect it by an exit pair, close it through the ticket at market or with a limit,
 * and, after a question, liquidate all of it, go flat in its contract, or turn it round.
 */
import { oppositeSide } from '@mua/core/values';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenTicket } from '#data/open-ticket.ts';
import type { TicketType } from '#data/ticket-draft.ts';
import { Button } from '#design/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#design/ui/dropdown-menu.tsx';
import type { OwnedRow } from './use-open-positions.ts';
import { type WholePositionAction, WholePositionDialog } from './whole-position-dialog.tsx';

export function PositionActions({ actor, row }: OwnedRow) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<WholePositionAction | null>(null);
  const openTicket = useOpenTicket();
  const { position, figures } = row;
  const contract = position.contractCode;
  const draft = (orderType: TicketType) =>
    openTicket({
      contractCode: contract,
      owner: actor,
      side: oppositeSide(figures.side),
      orderType,
      lots: figures.lots,
      // A position must not lose its protection overnight.
      ...(orderType === 'TPSL' ? { duration: 'GTC' } : {}),
    });
  return (
    <span className="inline-flex items-center justify-end gap-1">
      <Button
        size="sm"
        variant="ghost"
        data-testid="protect"
        aria-label={t(($) => $.positions.protectAria, { contract })}
        onClick={() => draft('TPSL')}
      >
        {t(($) => $.words.orderTypeShort.TPSL)}
      </Button>
      <Button
        size="sm"
        variant="outline"
        data-testid="liquidate"
        aria-label={t(($) => $.positions.liquidateAria, { contract })}
        onClick={() => setAsked('liquidate')}
      >
        {t(($) => $.words.position.liquidate)}
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            size="icon-sm"
            variant="ghost"
            className="size-6"
            data-testid="position-menu"
            aria-label={t(($) => $.positions.actions, { contract })}
          >
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem data-testid="close-market" onSelect={() => draft('MARKET')}>
            {t(($) => $.positions.closeMarket)}
          </DropdownMenuItem>
          <DropdownMenuItem data-testid="close-limit" onSelect={() => draft('LIMIT')}>
            {t(($) => $.positions.closeLimit)}
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem data-testid="go-flat" onSelect={() => setAsked('goFlat')}>
            {t(($) => $.words.position.goFlat)}
          </DropdownMenuItem>
          <DropdownMenuItem data-testid="reverse" onSelect={() => setAsked('reverse')}>
            {t(($) => $.words.position.reverse)}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {asked && <WholePositionDialog actor={actor} row={row} action={asked} onClose={() => setAsked(null)} />}
    </span>
  );
}

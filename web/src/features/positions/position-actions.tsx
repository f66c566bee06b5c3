/** Liquidate all lots at market after a question, or close through the ticket at market or with a limit. */
import { oppositeSide } from '@mua/core/values';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenTicket } from '#data/open-ticket.ts';
import type { TicketType } from '#data/ticket-draft.ts';
import { Button } from '#design/ui/button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#design/ui/dropdown-menu.tsx';
import { LiquidateDialog } from './liquidate-dialog.tsx';
import type { OwnedRow } from './use-open-positions.ts';

export function PositionActions({ actor, row }: OwnedRow) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const openTicket = useOpenTicket();
  const { position, figures } = row;
  const contract = position.contractCode;
  const close = (orderType: TicketType) =>
    openTicket({
      contractCode: contract,
      owner: actor,
      side: oppositeSide(figures.side),
      orderType,
      lots: figures.lots,
    });
  return (
    <span className="inline-flex items-center justify-end gap-1">
      <Button
        size="sm"
        variant="outline"
        data-testid="liquidate"
        aria-label={t(($) => $.positions.liquidateAria, { contract })}
        onClick={() => setAsking(true)}
      >
        {t(($) => $.words.position.liquidate)}
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            size="icon-sm"
            variant="ghost"
            className="size-6"
            aria-label={t(($) => $.positions.actions, { contract })}
          >
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem data-testid="close-market" onSelect={() => close('MARKET')}>
            {t(($) => $.positions.closeMarket)}
          </DropdownMenuItem>
          <DropdownMenuItem data-testid="close-limit" onSelect={() => close('LIMIT')}>
            {t(($) => $.positions.closeLimit)}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {isAsking && <LiquidateDialog actor={actor} row={row} onClose={() => setAsking(false)} />}
    </span>
  );
}

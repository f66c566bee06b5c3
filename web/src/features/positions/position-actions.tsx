/**
 * The actions on a position: close all or part of it at market or with a limit, roll it (in its last sessions by a button
 * of its own), protect it with an exit pair, and, after a confirmation, liquidate it, go flat in its contract, or, where
 * this device offers it, reverse it.
 */
import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isRepeatedClick } from '#design/arming.ts';
import { cn } from '#design/class-names.ts';
import { Button } from '#design/ui/controls/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#design/ui/overlays/dropdown-menu.tsx';
import { RowIcon } from '#design/ui/table/row-icon.tsx';
import { useOpenTicket } from '#desk/open-ticket.ts';
import { askOfTrading } from '#desk/trading-question.ts';
import { isCloseOutSoon } from '#features/positions/position-figures.ts';
import type { Closing } from '#features/positions/use-closing.ts';
import type { OwnedRow } from '#features/positions/use-open-positions.ts';
import { protectionOf } from '#orders/protection.ts';
import { useReverse } from '#session/reverse-store.ts';

export interface PositionActionsProps extends OwnedRow {
  readonly closing: Closing;
}

export function PositionActions({ actor, row, closing }: PositionActionsProps) {
  const { t } = useTranslation();
  const openTicket = useOpenTicket();
  const offersReverse = useReverse((state) => state.isOffered);
  const { position, figures } = row;
  const contract = position.contractCode;
  const verb = closing.liquidates(row) ? 'liquidate' : 'close';
  const protect = () =>
    openTicket(protectionOf({ contractCode: contract, owner: actor, side: figures.side, lots: figures.lots }));
  const roll = () => askOfTrading({ kind: 'roll', actor, contractCode: contract });
  return (
    <span className="inline-flex items-center justify-end gap-1">
      <Button
        size="sm"
        variant="ghost"
        className={cn(TALL, 'md:hidden')}
        data-testid="protect"
        aria-label={t(($) => $.positions.protectAria, { contract })}
        onClick={protect}
      >
        {t(($) => $.words.orderTypeShort.TPSL)}
      </Button>
      {isCloseOutSoon(position, row.contract) && (
        <Button
          size="sm"
          variant="outline"
          className={TALL}
          data-testid="roll-soon"
          aria-label={`${t(($) => $.positions.rollShort)} ${contract}`}
          onClick={roll}
        >
          {t(($) => $.positions.rollShort)}
        </Button>
      )}
      <Button
        size="sm"
        variant="outline"
        className={TALL}
        data-testid="liquidate"
        aria-label={t(($) => $.positions.aria[verb], { contract })}
        // With one step a second click would close what the first has left.
        onClick={(event) => !isRepeatedClick(event) && closing.ask(row)}
      >
        {t(($) => $.words.position[verb])}
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <RowIcon label={t(($) => $.positions.actions, { contract })} data-testid="position-menu">
            <Ellipsis aria-hidden />
          </RowIcon>
        </DropdownMenuTrigger>
        <DropdownMenuContent className="max-md:[&>[role=menuitem]]:min-h-11">
          <DropdownMenuItem data-testid="protect" className="max-md:hidden" onSelect={protect}>
            {t(($) => $.positions.protect)}
          </DropdownMenuItem>
          <DropdownMenuSeparator className="max-md:hidden" />
          <DropdownMenuItem data-testid="close-market" onSelect={() => closing.askPart(row, false)}>
            {t(($) => $.positions.closeMarket)}
          </DropdownMenuItem>
          <DropdownMenuItem data-testid="close-limit" onSelect={() => closing.askPart(row, true)}>
            {t(($) => $.positions.closeLimit)}
          </DropdownMenuItem>
          <DropdownMenuItem data-testid="roll" onSelect={roll}>
            {t(($) => $.positions.roll)}
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem data-testid="go-flat" onSelect={() => closing.askWhole(row, 'goFlat')}>
            {t(($) => $.words.position.goFlat)}
          </DropdownMenuItem>
          {offersReverse && (
            <DropdownMenuItem data-testid="reverse" onSelect={() => closing.askWhole(row, 'reverse')}>
              {t(($) => $.words.position.reverse)}
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
    </span>
  );
}

const TALL = 'max-md:h-11 max-md:min-w-11';

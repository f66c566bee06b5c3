/** The actions on a contract of the board: the lists it is in, a new list with it, a price alert, its commodity's curve. */
import { Link } from '@tanstack/react-router';
import { BellPlus, ChartSpline, ListPlus, Star } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#design/ui/overlays/dropdown-menu.tsx';
import { openAlerts } from '#desk/open-alerts.ts';
import { LazyListDialog } from '#features/watchlists/lazy-list-dialog.tsx';
import { useRefusalToast } from '#features/watchlists/use-refusal-toast.ts';
import { useWatchlists } from '#features/watchlists/watchlists.ts';
import { useFavourites } from '#lists/favourites.ts';
import { useContract } from '#market/contracts.ts';

export interface RowMenuProps {
  readonly code: string;
  /** Position in the window. */
  readonly x: number;
  readonly y: number;
  readonly onClose: () => void;
}

export function RowMenu({ code, x, y, onClose }: RowMenuProps) {
  const { t } = useTranslation();
  const commodity = useContract(code)?.commodityCode;
  const favourites = useFavourites();
  const { lists, setIn } = useWatchlists();
  const showRefusal = useRefusalToast();
  const [isNaming, setNaming] = useState(false);
  if (isNaming) return <LazyListDialog list={null} contractCodes={[code]} onClose={onClose} />;
  return (
    <DropdownMenu open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DropdownMenuTrigger asChild>
        <span aria-hidden className="pointer-events-none fixed size-0" style={{ left: x, top: y }} />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="start"
        aria-label={t(($) => $.watchlists.menu, { replace: { code } })}
        className="max-w-72"
        // Returns to the row, which still has the focus.
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        <DropdownMenuLabel>{code}</DropdownMenuLabel>
        <DropdownMenuCheckboxItem
          checked={favourites.codes.has(code)}
          onSelect={(event) => event.preventDefault()}
          onCheckedChange={() => favourites.toggle(code)}
        >
          <Star aria-hidden />
          {t(($) => $.shell.tab.favorites)}
        </DropdownMenuCheckboxItem>
        {lists.map((list) => (
          <DropdownMenuCheckboxItem
            key={list.watchlistId}
            checked={list.contractCodes.includes(code)}
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={(isIn) => void setIn(list, code, isIn).catch(showRefusal)}
          >
            <span className="truncate pl-5.5">{list.name}</span>
          </DropdownMenuCheckboxItem>
        ))}
        <DropdownMenuItem
          onSelect={(event) => {
            event.preventDefault();
            setNaming(true);
          }}
        >
          <ListPlus aria-hidden />
          {t(($) => $.watchlists.newWith)}
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => openAlerts({ contractCode: code })}>
          <BellPlus aria-hidden />
          {t(($) => $.alerts.open, { replace: { code } })}
        </DropdownMenuItem>
        {commodity !== undefined && (
          <DropdownMenuItem asChild data-testid="row-curve">
            <Link to="/curve/$commodity" params={{ commodity }} preload={false}>
              <ChartSpline aria-hidden />
              {t(($) => $.commands.curve)}
            </Link>
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

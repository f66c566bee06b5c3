/** Chooses which of the investor's orders and positions the chart shows. */
import { Layers } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from '#design/ui/overlays/dropdown-menu.tsx';
import { CHART_VIEWS, useChartView } from '#features/chart/trading/chart-view-store.ts';

export function ViewMenu() {
  const { t } = useTranslation();
  const title = t(($) => $.chartOrders.view.title);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={title}
        title={title}
        className="grid size-7 place-items-center rounded-md text-fg-2 hover:bg-surface-3 data-[state=open]:bg-surface-3"
      >
        <Layers aria-hidden className="size-4" />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-52">
        <ViewItems />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** Content for its own menu or for a submenu. */
export function ViewItems() {
  const { t } = useTranslation();
  const view = useChartView();
  return CHART_VIEWS.map((name) => (
    <DropdownMenuCheckboxItem
      key={name}
      checked={view[name]}
      onSelect={(event) => event.preventDefault()}
      onCheckedChange={(isShown) => view.setShown(name, isShown)}
    >
      {t(($) => $.chartOrders.view[name])}
    </DropdownMenuCheckboxItem>
  ));
}

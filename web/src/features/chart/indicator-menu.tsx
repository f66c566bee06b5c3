/** Indicators on or off. The menu stays open while choosing: one seldom comes alone. */
import { Check, SquareFunction } from 'lucide-react';
import { DropdownMenu as MenuPrimitive } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#design/ui/dropdown-menu.tsx';
import { PANE_INDICATORS, PRICE_INDICATORS, useChartSettings } from './chart-settings.ts';

export function IndicatorMenu({ compact }: { compact: boolean }) {
  const { t } = useTranslation();
  const { indicators, toggleIndicator, volume, toggleVolume } = useChartSettings();
  const title = t(($) => $.desk.chart.indicators);
  const items = (names: typeof PRICE_INDICATORS | typeof PANE_INDICATORS) =>
    names.map((name) => (
      <ToggleItem key={name} isOn={indicators.includes(name)} onToggle={() => toggleIndicator(name)}>
        {t(($) => $.desk.chart.names[name])}
      </ToggleItem>
    ));
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={title}
        className={cn(
          'flex h-6.5 items-center gap-1.25 rounded-sm px-1.75 font-medium text-12 text-fg-2 hover:bg-surface-3 data-[state=open]:bg-surface-3',
          compact && 'size-8 justify-center rounded-md px-0',
        )}
      >
        <SquareFunction aria-hidden className="size-4" />
        {!compact && <span className="@max-[460px]:hidden">{title}</span>}
      </DropdownMenuTrigger>
      <DropdownMenuContent align={compact ? 'end' : 'start'} className="max-h-[70dvh] overflow-y-auto">
        <DropdownMenuLabel>{t(($) => $.desk.chart.onPrice)}</DropdownMenuLabel>
        {items(PRICE_INDICATORS)}
        <DropdownMenuSeparator />
        <DropdownMenuLabel>{t(($) => $.desk.chart.below)}</DropdownMenuLabel>
        <ToggleItem isOn={volume} onToggle={toggleVolume}>
          {t(($) => $.desk.chart.volume)}
        </ToggleItem>
        {items(PANE_INDICATORS)}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function ToggleItem({ isOn, onToggle, children }: { isOn: boolean; onToggle: () => void; children: React.ReactNode }) {
  return (
    <MenuPrimitive.CheckboxItem
      checked={isOn}
      onCheckedChange={onToggle}
      onSelect={(event) => event.preventDefault()}
      className="flex min-h-7 select-none items-center gap-2 rounded-sm px-2 text-13 outline-none data-[highlighted]:bg-surface-4"
    >
      {children}
      <Check aria-hidden className={cn('ml-auto size-3.5 text-primary-text', !isOn && 'invisible')} />
    </MenuPrimitive.CheckboxItem>
  );
}

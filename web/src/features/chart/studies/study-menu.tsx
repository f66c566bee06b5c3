/**
 * Indicators on or off, found by name. The menu stays open while choosing: one seldom comes alone. On a phone it is a
 * sheet. What is on has a way to its settings.
 */
import { Check, Search, Settings2, SquareFunction } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plainText } from '#data/contract-search.ts';
import { cn } from '#design/class-names.ts';
import { IconButton } from '#design/ui/icon-button.tsx';
import { Input } from '#design/ui/input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/popover.tsx';
import { Sheet, SheetContent, SheetDescription, SheetTitle, SheetTrigger } from '#design/ui/sheet.tsx';
import { useChartSettings } from '../chart-settings.ts';
import { PANE_STUDIES, PRICE_STUDIES, STUDIES, type StudyName } from './study-catalogue.ts';

export interface StudyMenuProps {
  readonly compact: boolean;
  readonly onSettings: (name: StudyName) => void;
}

export function StudyMenu({ compact, onSettings }: StudyMenuProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const count = useChartSettings(({ indicators }) => indicators.length);
  const title = t(($) => $.desk.chart.indicators);
  const trigger = (
    <button
      type="button"
      aria-label={title}
      className={cn(
        'flex h-6.5 items-center gap-1.25 rounded-sm px-1.75 font-medium text-12 text-fg-2 hover:bg-surface-3 data-[state=open]:bg-surface-3',
        compact && 'size-8 justify-center rounded-md px-0',
      )}
    >
      <SquareFunction aria-hidden className="size-4" />
      {!compact && <span className="@max-[640px]:hidden">{title}</span>}
      {!compact && count > 0 && <span className="text-fg-3 tabular-nums @max-[640px]:hidden">{count}</span>}
    </button>
  );
  const settings = (name: StudyName) => {
    setOpen(false);
    onSettings(name);
  };
  if (compact) {
    return (
      <Sheet open={isOpen} onOpenChange={setOpen}>
        <SheetTrigger asChild>{trigger}</SheetTrigger>
        <SheetContent className="gap-2 pb-3" onOpenAutoFocus={(event) => event.preventDefault()}>
          <SheetTitle className="px-4 pt-2 font-semibold text-16">{title}</SheetTitle>
          <SheetDescription className="sr-only">{t(($) => $.chart.studies.about)}</SheetDescription>
          <StudyList compact onSettings={settings} />
        </SheetContent>
      </Sheet>
    );
  }
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="start" className="w-84 p-0" aria-label={title}>
        <StudyList compact={false} onSettings={settings} />
      </PopoverContent>
    </Popover>
  );
}

function StudyList({ compact, onSettings }: StudyMenuProps) {
  const { t } = useTranslation();
  const { indicators, toggleIndicator, volume, toggleVolume } = useChartSettings();
  const [query, setQuery] = useState('');
  const volumeName = t(($) => $.desk.chart.volume);
  const words = plainText(query).split(/\s+/).filter(Boolean);
  const isFound = (text: string) => words.every((word) => plainText(text).includes(word));
  const nameOf = (name: StudyName) => t(($) => $.chart.studies.names[name]);
  const found = STUDIES.filter((name) => isFound(`${name} ${nameOf(name)}`));
  const isVolumeFound = isFound(volumeName);
  const rows = (names: readonly StudyName[]) =>
    names.map((name) => (
      <StudyRow
        key={name}
        compact={compact}
        isOn={indicators.includes(name)}
        onToggle={() => toggleIndicator(name)}
        onSettings={() => onSettings(name)}
        name={nameOf(name)}
        short={name}
      />
    ));
  const over = found.filter((name) => PRICE_STUDIES.some((known) => known === name));
  const below = found.filter((name) => PANE_STUDIES.some((known) => known === name));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows move the focus of what stands inside.
    <div onKeyDown={walk} className="flex min-h-0 flex-col">
      <div className={cn('border-border border-b p-2', compact && 'px-4')}>
        <Input
          autoFocus={!compact}
          size={compact ? 'xl' : 'md'}
          value={query}
          before={<Search aria-hidden className="size-3.5 shrink-0 text-fg-3" />}
          onChange={(event) => setQuery(event.target.value)}
          placeholder={t(($) => $.chart.studies.search)}
          aria-label={t(($) => $.chart.studies.search)}
        />
      </div>
      <div className={cn('max-h-[min(460px,60dvh)] overflow-y-auto p-1', compact && 'px-2')}>
        {over.length > 0 && <Group title={t(($) => $.desk.chart.onPrice)}>{rows(over)}</Group>}
        {(below.length > 0 || isVolumeFound) && (
          <Group title={t(($) => $.desk.chart.below)}>
            {isVolumeFound && <StudyRow compact={compact} isOn={volume} onToggle={toggleVolume} name={volumeName} />}
            {rows(below)}
          </Group>
        )}
        {found.length === 0 && !isVolumeFound && (
          <p className="px-3 py-5 text-center text-12 text-fg-3">{t(($) => $.chart.studies.none, { query })}</p>
        )}
      </div>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="px-2 pt-1.5 pb-1 font-medium text-11 text-fg-3">{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

interface StudyRowProps {
  readonly name: string;
  readonly short?: string;
  readonly isOn: boolean;
  readonly compact: boolean;
  readonly onToggle: () => void;
  readonly onSettings?: () => void;
}

function StudyRow({ name, short, isOn, compact, onToggle, onSettings }: StudyRowProps) {
  const { t } = useTranslation();
  return (
    <li className="flex items-center rounded-sm hover:bg-surface-4">
      {/* biome-ignore lint/a11y/useSemanticElements: a whole row is pressed, and it says whether it is on. */}
      <button
        type="button"
        role="checkbox"
        aria-checked={isOn}
        data-row
        onClick={onToggle}
        className={cn(
          'flex min-h-7.5 min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-left text-13 outline-offset-[-2px]',
          compact && 'min-h-11 text-14',
        )}
      >
        <Check aria-hidden className={cn('size-3.5 shrink-0 text-primary-text', !isOn && 'invisible')} />
        <span className="truncate">{name}</span>
        {short && <span className="ml-auto shrink-0 text-11 text-fg-3">{short}</span>}
      </button>
      {isOn && onSettings ? (
        <IconButton
          size="icon-sm"
          side="right"
          className={compact ? 'size-11' : undefined}
          label={t(($) => $.chart.studies.settingsOf, { name })}
          onClick={onSettings}
        >
          <Settings2 aria-hidden />
        </IconButton>
      ) : (
        <span aria-hidden className={compact ? 'w-11' : 'w-7'} />
      )}
    </li>
  );
}

/** Arrows go through the rows, and up from the first back to the field; left and right to a row's settings and back. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement)) return;
  if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
    if (focused.tagName === 'INPUT') return;
    const next = [...(focused.closest('li')?.querySelectorAll('button') ?? [])];
    next[event.key === 'ArrowRight' ? 1 : 0]?.focus();
    return event.preventDefault();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-row]')];
  const at = stops.indexOf(focused.closest('li')?.querySelector<HTMLElement>('[data-row]') ?? focused);
  stops[at + step]?.focus();
}

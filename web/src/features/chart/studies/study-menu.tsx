/**
 * Switches indicators on and off, with a search by name. The menu stays open, because one is seldom enough. A sheet on
 * a phone. Active indicators have a link to their settings.
 */
import { Settings2, SquareFunction } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FrameValue, useFrameValue } from '#clock/frame-value.ts';
import { cn } from '#design/class-names.ts';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { SearchChoice, SearchMenu } from '#design/ui/dialogs/search-menu.tsx';
import {
  focusSheet,
  Sheet,
  SheetContent,
  SheetDescription,
  SheetTitle,
  SheetTrigger,
} from '#design/ui/dialogs/sheet.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/overlays/popover.tsx';
import { useChartSettings } from '#features/chart/settings/chart-settings.ts';
import {
  codeOf,
  PANE_STUDIES,
  PRICE_STUDIES,
  STUDIES,
  type StudyName,
} from '#features/chart/settings/study-catalogue.ts';
import { plainText } from '#market/contract-search.ts';

export interface StudyMenuProps extends StudyListProps {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

interface StudyListProps {
  /** Null until the library has loaded. */
  readonly chart: { readonly waitingStudies: FrameValue<readonly StudyName[]> } | null;
  readonly compact: boolean;
  /** Hues of compared contracts, which no indicator gets. */
  readonly takenSlots?: readonly number[] | undefined;
  readonly onSettings: (name: StudyName) => void;
}

export function StudyMenu({ chart, compact, takenSlots, isOpen, onOpen, onSettings }: StudyMenuProps) {
  const { t } = useTranslation();
  const count = useChartSettings(({ indicators }) => indicators.length);
  const title = t(($) => $.desk.chart.indicators);
  const trigger = (
    <button
      type="button"
      aria-label={title}
      className={cn(
        'flex h-6.5 items-center gap-1.25 rounded-sm px-1.75 font-medium text-12 text-fg-2 hover:bg-surface-3 data-[state=open]:bg-surface-3',
        compact && 'size-11 justify-center rounded-md px-0',
      )}
    >
      <SquareFunction aria-hidden className="size-4" />
      {!compact && <span className="@max-[640px]:hidden">{title}</span>}
      {!compact && count > 0 && <span className="text-fg-3 tabular-nums @max-[640px]:hidden">{count}</span>}
    </button>
  );
  const settings = (name: StudyName) => {
    onOpen(false);
    onSettings(name);
  };
  if (compact) {
    return (
      <Sheet open={isOpen} onOpenChange={onOpen}>
        <SheetTrigger asChild>{trigger}</SheetTrigger>
        <SheetContent className="gap-2 pb-3" onOpenAutoFocus={focusSheet}>
          <SheetTitle className="px-4 pt-2 font-semibold text-16">{title}</SheetTitle>
          <SheetDescription className="sr-only">{t(($) => $.chart.studies.about)}</SheetDescription>
          <StudyList chart={chart} compact takenSlots={takenSlots} onSettings={settings} />
        </SheetContent>
      </Sheet>
    );
  }
  return (
    <Popover open={isOpen} onOpenChange={onOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="start" className="w-84 p-0" aria-label={title}>
        <StudyList chart={chart} compact={false} takenSlots={takenSlots} onSettings={settings} />
      </PopoverContent>
    </Popover>
  );
}

function StudyList({ chart, compact, takenSlots = [], onSettings }: StudyListProps) {
  const { t } = useTranslation();
  const { indicators, toggleIndicator, volume, toggleVolume } = useChartSettings();
  const [query, setQuery] = useState('');
  const volumeName = t(($) => $.desk.chart.volume);
  const words = plainText(query).split(/\s+/).filter(Boolean);
  const isFound = (text: string) => words.every((word) => plainText(text).includes(word));
  const nameOf = (name: StudyName) => t(($) => $.chart.studies.names[name]);
  const found = STUDIES.filter((name) => isFound(`${name} ${codeOf(name)} ${nameOf(name)}`));
  const isVolumeFound = isFound(volumeName);
  const rows = (names: readonly StudyName[]) =>
    names.map((name) => (
      <StudyRow
        key={name}
        compact={compact}
        isOn={indicators.includes(name)}
        onToggle={() => toggleIndicator(name, takenSlots)}
        onSettings={() => onSettings(name)}
        name={nameOf(name)}
        code={codeOf(name)}
        note={chart && indicators.includes(name) && <NoRoom name={name} waiting={chart.waitingStudies} />}
      />
    ));
  const over = found.filter((name) => PRICE_STUDIES.some((known) => known === name));
  const below = found.filter((name) => PANE_STUDIES.some((known) => known === name));
  return (
    <SearchMenu
      query={query}
      onQuery={setQuery}
      label={t(($) => $.chart.studies.search)}
      nothing={found.length === 0 && !isVolumeFound ? t(($) => $.chart.studies.none, { query }) : null}
      compact={compact}
      className="max-h-[min(460px,60dvh)]"
    >
      {over.length > 0 && <Group title={t(($) => $.desk.chart.onPrice)}>{rows(over)}</Group>}
      {(below.length > 0 || isVolumeFound) && (
        <Group title={t(($) => $.desk.chart.below)}>
          {isVolumeFound && <StudyRow compact={compact} isOn={volume} onToggle={toggleVolume} name={volumeName} />}
          {rows(below)}
        </Group>
      )}
    </SearchMenu>
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
  /** Its usual abbreviation. */
  readonly code?: string;
  readonly note?: ReactNode;
  readonly isOn: boolean;
  readonly compact: boolean;
  readonly onToggle: () => void;
  readonly onSettings?: () => void;
}

function StudyRow({ name, code, note, isOn, compact, onToggle, onSettings }: StudyRowProps) {
  const { t } = useTranslation();
  const settings =
    isOn && onSettings ? (
      <IconButton
        size="icon-sm"
        side="right"
        className={compact ? 'size-11' : undefined}
        label={t(($) => $.chart.studies.settingsOf, { name: code ? `${code} · ${name}` : name })}
        onClick={onSettings}
      >
        <Settings2 aria-hidden />
      </IconButton>
    ) : (
      <span aria-hidden className={compact ? 'w-11' : 'w-7'} />
    );
  return (
    <SearchChoice isOn={isOn} onToggle={onToggle} compact={compact} after={settings}>
      {code && <span className="shrink-0 font-medium">{code}</span>}{' '}
      <span className={cn('truncate', code && 'text-12 text-fg-2')}>{name}</span>
      {note}
    </SearchChoice>
  );
}

function NoRoom({ name, waiting }: { name: StudyName; waiting: FrameValue<readonly StudyName[]> }) {
  const { t } = useTranslation();
  if (!useFrameValue(waiting).includes(name)) return null;
  return <span className="shrink-0 text-11 text-warning">{t(($) => $.chart.studies.noRoom)}</span>;
}

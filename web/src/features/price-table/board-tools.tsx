/**
 * Controls above the rows: which contracts (tabs, groups, search), their arrangement (columns, groups), and what a page
 * adds.
 */
import { COMMODITY_GROUPS } from '@mua/core/values';
import { ListTree, Search, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Chip } from '#design/ui/controls/chip.tsx';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { Tab, Tabs, TabsList } from '#design/ui/controls/tabs.tsx';
import { BOARD_TABS, type BoardFilter } from '#features/price-table/board-lines.ts';
import { type BoardLists, LIST_TAB } from '#features/price-table/board-lists.ts';
import { ColumnMenu } from '#features/price-table/column-menu.tsx';

export interface BoardToolsProps {
  readonly filter: BoardFilter;
  readonly onFilter: (filter: BoardFilter) => void;
  readonly lists: BoardLists;
  readonly counts: Readonly<Record<BoardFilter['tab'], number>>;
  readonly isGrouped: boolean;
  readonly onGrouped: (isGrouped: boolean) => void;
  /** What the page adds after them. */
  readonly more: ReactNode;
  /** Number of columns hidden by the width. */
  readonly hiddenColumns: number;
  /** A phone has its own rows, with nothing to arrange. */
  readonly isPhone: boolean;
}

export function BoardTools(props: BoardToolsProps) {
  const { filter, onFilter, lists, counts, isPhone } = props;
  const { t } = useTranslation();
  return (
    <div className="@container shrink-0 border-border border-b">
      <div className="flex flex-wrap items-center gap-x-2 pr-3 pl-2 lg:h-10.75 lg:flex-nowrap">
        <Tabs
          value={lists.shownId === null ? filter.tab : `${LIST_TAB}${lists.shownId}`}
          onValueChange={(next) => {
            const isList = next.startsWith(LIST_TAB);
            lists.show(isList ? next.slice(LIST_TAB.length) : null);
            if (!isList) onFilter({ ...filter, tab: BOARD_TABS.find((tab) => tab === next) ?? 'all' });
          }}
          className="flex min-w-0 max-md:w-full md:shrink-[2] lg:@max-[900px]:max-w-1/2 lg:@max-[900px]:shrink-0"
        >
          <TabsList className="h-11 min-w-0">
            {BOARD_TABS.map((tab) => (
              // They filter the table below and have no panel of their own to label.
              <Tab key={tab} value={tab} count={counts[tab]} aria-controls={undefined} className="max-md:px-2">
                {t(($) => $.shell.tab[tab])}
              </Tab>
            ))}
            {lists.tabs}
          </TabsList>
          {lists.tools}
        </Tabs>
        <span aria-hidden className="mx-1 hidden h-5 w-px shrink-0 bg-border-strong lg:block" />
        <GroupChips
          filter={filter}
          onFilter={onFilter}
          className="max-md:-mx-2 max-lg:order-last max-lg:w-full max-md:w-[calc(100%+16px)] md:max-lg:px-2 md:max-lg:pt-1 md:max-lg:pb-2 lg:@max-[900px]:pr-6 lg:@max-[900px]:[mask-image:linear-gradient(to_right,#000_calc(100%-24px),transparent)]"
        />
        <SearchField
          value={filter.text}
          onChange={(text) => onFilter({ ...filter, text })}
          className="ml-auto max-md:my-1 max-md:h-11 max-md:flex-1 md:h-7 md:w-55 md:shrink lg:@max-[900px]:w-36 lg:@max-[900px]:shrink-0 [&>input]:text-ellipsis [&>input::-webkit-search-cancel-button]:hidden"
        />
        {!isPhone && <Arrangement {...props} />}
      </div>
    </div>
  );
}

/** Looks 36 px high, with a touch target of 44 px. */
const PHONE_CHIP =
  'max-md:relative max-md:my-2 max-md:h-9 max-md:px-3 max-md:after:absolute max-md:after:-inset-y-1 max-md:after:inset-x-0';

function GroupChips({
  filter,
  onFilter,
  className,
}: {
  filter: BoardFilter;
  onFilter: BoardToolsProps['onFilter'];
  className?: string;
}) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look and a legend in the row.
    <div
      role="group"
      aria-label={t(($) => $.board.filter)}
      className={cn('flex min-w-0 items-center gap-2 overflow-x-auto px-2 [scrollbar-width:none] md:px-0', className)}
    >
      <Chip on={filter.group === null} onClick={() => onFilter({ ...filter, group: null })} className={PHONE_CHIP}>
        {t(($) => $.board.allGroups)}
      </Chip>
      {COMMODITY_GROUPS.map((group) => (
        <Chip
          key={group}
          on={filter.group === group}
          onClick={() => onFilter({ ...filter, group: filter.group === group ? null : group })}
          className={PHONE_CHIP}
        >
          {t(($) => $.board.groupShort[group])}
        </Chip>
      ))}
    </div>
  );
}

function SearchField({
  value,
  onChange,
  className,
}: {
  value: string;
  onChange: (value: string) => void;
  className?: string;
}) {
  const { t } = useTranslation();
  const label = t(($) => $.board.search);
  return (
    <Input
      type="search"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      data-testid="board-search"
      className={className}
      before={<Search aria-hidden className="size-3.5 shrink-0 text-fg-3" />}
      after={
        value !== '' && (
          <button
            type="button"
            aria-label={t(($) => $.board.clearSearch)}
            onClick={() => onChange('')}
            className="finger-sized -mr-1 grid size-5 shrink-0 place-items-center rounded-sm text-fg-3 hover:text-foreground"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        )
      }
    />
  );
}

function Arrangement({ isGrouped, onGrouped, hiddenColumns, more }: BoardToolsProps) {
  const { t } = useTranslation();
  return (
    <span className="flex shrink-0 items-center gap-1">
      <ColumnMenu hiddenColumns={hiddenColumns} />
      <IconButton
        label={t(($) => $.board.grouped)}
        size="icon-sm"
        aria-pressed={isGrouped}
        onClick={() => onGrouped(!isGrouped)}
        className={cn('ml-1', isGrouped && 'text-foreground')}
      >
        <ListTree aria-hidden />
      </IconButton>
      {more}
    </span>
  );
}

/** Ctrl/Cmd+K: finds every contract, page and action by a few letters of its name. Loaded when it is first opened. */
import type { Contract } from '@mua/contract/entities/contract';
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog as DialogPrimitive } from 'radix-ui';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Kbd } from '#design/ui/controls/kbd.tsx';
import { OpenDialog, overlay } from '#design/ui/dialogs/dialog.tsx';
import { PaletteContract } from '#features/command-palette/palette-contract.tsx';
import type { PaletteEntry, PaletteGroup } from '#features/command-palette/palette-entry.ts';
import { rankedContracts } from '#features/command-palette/ranked-contracts.ts';
import { wordSearch } from '#market/contract-search.ts';
import { priceStore } from '#market/price-store.ts';

export interface CommandPaletteProps {
  readonly contracts: readonly Contract[];
  /** Shown before anything is typed: recently viewed contracts and favourites. */
  readonly nearest: readonly string[];
  /** Pages and actions, each under its name. */
  readonly groups: readonly PaletteGroup[];
  /** Returns what was typed before the field had the focus. Called only then, since keys arrive until that moment. */
  readonly takeTyped: () => string;
  readonly onContract: (code: string) => void;
  readonly onClose: () => void;
}

/** The day's volume at the moment the text changes: rows that move while being read are hard to find. */
function volumeOf(code: string): number {
  return priceStore.read(code, 'volume') ?? 0;
}

/** Beyond this many contracts, typing another letter is faster than scrolling. */
const MOST_CONTRACTS = 12;

export function CommandPalette({ contracts, nearest, groups, takeTyped, onContract, onClose }: CommandPaletteProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const takeOver = useCallback(
    (input: HTMLInputElement | null) => {
      const typed = input === null ? '' : takeTyped();
      if (typed !== '') setQuery(typed);
    },
    [takeTyped],
  );
  const found = useMemo(
    () => rankedContracts(contracts, query, nearest, volumeOf).slice(0, MOST_CONTRACTS),
    [contracts, query, nearest],
  );
  const isFound = wordSearch(query);
  const matching = groups.flatMap(({ name, entries }) => {
    const left = entries.filter((entry) => isFound(`${entry.name} ${entry.alsoFoundBy ?? ''}`));
    return left.length === 0 ? [] : [{ name, entries: left }];
  });
  const choose = (run: () => void) => () => {
    onClose();
    run();
  };
  return (
    <DialogPrimitive.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogPrimitive.Portal>
        <DialogPrimitive.Overlay className={overlay} />
        <OpenDialog
          data-slot="command-palette"
          aria-describedby={undefined}
          className="-translate-x-1/2 fixed top-[12dvh] left-1/2 z-50 flex max-h-[72dvh] w-[560px] max-w-[calc(100vw-16px)] flex-col overflow-hidden rounded-lg border border-border-strong bg-popover shadow-float outline-none max-md:top-2 max-md:max-h-[calc(100dvh-16px)]"
        >
          <DialogPrimitive.Title className="sr-only">{t(($) => $.commands.title)}</DialogPrimitive.Title>
          <Command shouldFilter={false} loop label={t(($) => $.commands.title)} className="flex min-h-0 flex-col">
            <div className="flex shrink-0 items-center gap-2.5 border-border border-b px-3.5">
              <Search aria-hidden className="size-4 shrink-0 text-fg-3" />
              <Command.Input
                ref={takeOver}
                autoFocus
                value={query}
                onValueChange={setQuery}
                placeholder={t(($) => $.commands.placeholder)}
                className="h-12 min-w-0 flex-1 bg-transparent text-14 outline-none placeholder:text-fg-3"
              />
              <Kbd className="max-md:hidden">Esc</Kbd>
            </div>
            <Command.List className="min-h-0 flex-1 overflow-y-auto p-1.5">
              {found.length === 0 && matching.length === 0 && (
                <p role="status" className="px-3 py-8 text-center text-fg-3">
                  {t(($) => $.empty.search, { query })}
                </p>
              )}
              {found.length > 0 && (
                <Command.Group heading={t(($) => $.commands.contracts)} className={GROUP}>
                  {found.map((contract) => (
                    <PaletteContract
                      key={contract.code}
                      contract={contract}
                      className={ITEM}
                      onSelect={choose(() => onContract(contract.code))}
                    />
                  ))}
                </Command.Group>
              )}
              {matching.map(({ name, entries }) => (
                <Command.Group key={name} heading={name} className={GROUP}>
                  {entries.map((entry) => (
                    <PaletteItem key={entry.id} entry={entry} onSelect={choose(entry.run)} />
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </OpenDialog>
      </DialogPrimitive.Portal>
    </DialogPrimitive.Root>
  );
}

const GROUP =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-11 [&_[cmdk-group-heading]]:text-fg-3';
const ITEM =
  'flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-13 data-[selected=true]:bg-surface-3 max-md:min-h-11';

function PaletteItem({ entry, onSelect }: { entry: PaletteEntry; onSelect: () => void }) {
  const { id, name, icon: Icon, hint } = entry;
  return (
    <Command.Item value={id} onSelect={onSelect} className={ITEM}>
      <Icon aria-hidden className="size-4 shrink-0 text-fg-2" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {hint && <span className="shrink-0 text-12 text-fg-3">{hint}</span>}
    </Command.Item>
  );
}

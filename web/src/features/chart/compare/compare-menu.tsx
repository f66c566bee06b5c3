/** Up to three other contracts to lay over this one, found as the contract list finds them. On a phone a sheet. */
import type { Contract } from '@mua/contract/entities/contract';
import { Check, GitCompareArrows, Search } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contractSearch } from '#data/contract-search.ts';
import { useContracts } from '#data/contracts.ts';
import { cn } from '#design/class-names.ts';
import { Input } from '#design/ui/input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/popover.tsx';
import { Sheet, SheetContent, SheetDescription, SheetTitle } from '#design/ui/sheet.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { COMPARE_MAX } from './compared-contract.ts';
import type { Comparison } from './use-comparison.ts';

export interface CompareMenuProps {
  readonly contract: Contract;
  readonly comparison: Comparison;
}

export function CompareMenu({ contract, comparison }: CompareMenuProps) {
  const { t } = useTranslation();
  const title = t(($) => $.chart.compare.title);
  const count = comparison.lines.length;
  return (
    <Popover>
      <PopoverTrigger
        aria-label={title}
        title={title}
        className={cn(
          'flex h-6.5 min-w-7 items-center justify-center gap-1 rounded-sm px-1.5 font-medium text-12 text-fg-2 hover:bg-surface-3 data-[state=open]:bg-surface-3',
          count > 0 && 'text-primary-text',
        )}
      >
        <GitCompareArrows aria-hidden className="size-4" />
        {count > 0 && <span className="tabular-nums">{count}</span>}
      </PopoverTrigger>
      <PopoverContent align="start" className="w-80 p-0" aria-label={title}>
        <CompareList contract={contract} comparison={comparison} compact={false} />
      </PopoverContent>
    </Popover>
  );
}

/** Opened from another menu. */
export function CompareSheet({ contract, comparison, onClose }: CompareMenuProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent className="gap-2 pb-3">
        <SheetTitle className="px-4 pt-2 font-semibold text-16">{t(($) => $.chart.compare.title)}</SheetTitle>
        <SheetDescription className="px-4 text-12 text-fg-2">{t(($) => $.chart.compare.about)}</SheetDescription>
        <CompareList contract={contract} comparison={comparison} compact />
      </SheetContent>
    </Sheet>
  );
}

const SHOWN_MAX = 40;

function CompareList({ contract, comparison, compact }: CompareMenuProps & { readonly compact: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { contracts } = useContracts();
  const [query, setQuery] = useState('');
  const { lines, toggle } = comparison;
  const found = useMemo(() => {
    const isFound = contractSearch(query);
    return contracts.filter((other) => other.code !== contract.code && isFound(other)).slice(0, SHOWN_MAX);
  }, [contracts, query, contract.code]);
  const isFull = lines.length >= COMPARE_MAX;
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
          placeholder={t(($) => $.desk.strip.search)}
          aria-label={t(($) => $.desk.strip.search)}
        />
        <p className="pt-1.5 text-11 text-fg-3">
          {t(($) => (isFull ? $.chart.compare.full : $.chart.compare.most), { most: COMPARE_MAX })}
        </p>
      </div>
      {found.length === 0 ? (
        <p className="px-3 py-5 text-center text-12 text-fg-3">{t(($) => $.desk.strip.none, { query })}</p>
      ) : (
        <ul className={cn('max-h-[min(400px,55dvh)] overflow-y-auto p-1', compact && 'px-2')}>
          {found.map((other) => {
            const line = lines.find((known) => known.contract.code === other.code);
            return (
              <li key={other.code}>
                {/* biome-ignore lint/a11y/useSemanticElements: a whole row is pressed, and it says whether it is on. */}
                <button
                  type="button"
                  role="checkbox"
                  aria-checked={line !== undefined}
                  disabled={isFull && !line}
                  onClick={() => toggle(other)}
                  className={cn(
                    'flex min-h-7.5 w-full items-center gap-2 rounded-sm px-2 text-left text-13 outline-offset-[-2px] hover:bg-surface-4 disabled:text-disabled disabled:hover:bg-transparent',
                    compact && 'min-h-11',
                  )}
                >
                  <Check aria-hidden className={cn('size-3.5 shrink-0 text-primary-text', !line && 'invisible')} />
                  <span className="w-16 shrink-0 font-medium">{other.code}</span>
                  <span className="truncate text-12 text-fg-3">
                    {other.commodityName[format.language]} {format.expiry(other.expiryMonth)}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** Arrows go through the list, and up from its first line back to the field. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button:not(:disabled)')];
  const focused = document.activeElement;
  const at = focused instanceof HTMLElement ? stops.indexOf(focused) : -1;
  stops[at + step]?.focus();
}

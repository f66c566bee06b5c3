/**
 * Shows a search field and the list of its results. Arrows go through the rows and up from the first back to the field,
 * left and right to the controls beside a row; Enter in the field takes the first result.
 */
import { Check, Search } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { cn } from '#design/class-names.ts';
import { Input } from '#design/ui/controls/input.tsx';

export interface SearchMenuProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** Label of the field. */
  readonly label: string;
  /** Note below the field. */
  readonly note?: ReactNode;
  /** True on a phone; its keyboard stays down until the field is tapped. */
  readonly compact?: boolean;
  /** Shown instead of rows when there are none. */
  readonly nothing: string | null;
  /** Class of the list. */
  readonly className?: string;
  /** Rows, marked by `SEARCH_ROW`. */
  readonly children: ReactNode;
}

export const SEARCH_ROW = { 'data-search-row': '' } as const;
const ROWS = '[data-search-row]:not(:disabled)';

export function SearchMenu({ query, onQuery, label, note, compact = false, nothing, ...list }: SearchMenuProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows move the focus of what stands inside.
    <div onKeyDown={walk} className="flex min-h-0 flex-col">
      <div className={cn('border-border border-b p-2', compact && 'px-4')}>
        <Input
          autoFocus={!compact}
          size={compact ? 'xl' : 'md'}
          value={query}
          autoComplete="off"
          spellCheck={false}
          before={<Search aria-hidden className="size-3.5 shrink-0 text-fg-3" />}
          onChange={(event) => onQuery(event.target.value)}
          placeholder={label}
          aria-label={label}
        />
        {note && <p className="pt-1.5 text-11 text-fg-3">{note}</p>}
      </div>
      <div
        className={cn('max-h-[min(400px,60dvh)] min-h-0 flex-1 overflow-y-auto p-1', compact && 'px-2', list.className)}
      >
        {nothing === null ? (
          list.children
        ) : (
          <p role="status" className="px-3 py-5 text-center text-12 text-fg-3">
            {nothing}
          </p>
        )}
      </div>
    </div>
  );
}

export interface SearchChoiceProps {
  readonly isOn: boolean;
  readonly onToggle: () => void;
  readonly isDisabled?: boolean;
  readonly compact?: boolean;
  /** True in a listbox, where one row is on. */
  readonly isOption?: boolean;
  /** A control beside the row: another thing to do with it. */
  readonly after?: ReactNode;
  readonly children: ReactNode;
}

/** Shows a row that is on or off. Where one choice seldom comes alone, the menu stays open. */
export function SearchChoice(props: SearchChoiceProps) {
  const { isOn, onToggle, isDisabled, compact = false, isOption = false, after, children } = props;
  const Row = isOption ? 'div' : 'li';
  return (
    <Row className={cn('flex items-center rounded-sm', !isDisabled && 'hover:bg-surface-4')}>
      <button
        type="button"
        {...(isOption ? { role: 'option', 'aria-selected': isOn } : { role: 'checkbox', 'aria-checked': isOn })}
        disabled={isDisabled}
        onClick={onToggle}
        className={cn(
          'flex min-h-7.5 min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-left text-13 outline-offset-[-2px] disabled:text-disabled',
          compact && 'min-h-11 text-14',
        )}
        {...SEARCH_ROW}
      >
        <Check aria-hidden className={cn('size-3.5 shrink-0 text-primary-text', !isOn && 'invisible')} />
        {children}
      </button>
      {after}
    </Row>
  );
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const focused = document.activeElement;
  const field = event.currentTarget.querySelector('input');
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(ROWS)];
  const at = rows.findIndex((row) => (row.closest('li') ?? row).contains(focused));
  const stops: Partial<Record<string, HTMLElement | null>> = {
    ArrowDown: rows[at + 1] ?? rows[at] ?? field,
    ArrowUp: rows[at - 1] ?? field,
    ...besides(rows[at]),
  };
  const stop = stops[event.key];
  if (stop) {
    event.preventDefault();
    stop.focus();
  } else if (event.key === 'Enter' && focused === field && field?.value.trim()) {
    event.preventDefault();
    rows[0]?.click();
  }
}

/** In the field, left and right move the text cursor. */
function besides(row: HTMLElement | undefined) {
  if (!row) return {};
  const beside = row.closest('li')?.querySelector<HTMLElement>('button:not([data-search-row])');
  return { ArrowLeft: row, ArrowRight: beside ?? row };
}

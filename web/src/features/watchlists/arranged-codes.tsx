/** The contracts of a list in their order: dragged with the mouse, moved by buttons or Alt with the arrows, removed. */
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { movedCode, movedTo } from '#features/watchlists/move-in-list.ts';
import { useRefusalToast } from '#features/watchlists/use-refusal-toast.ts';
import { useWatchlists, type Watchlist } from '#features/watchlists/watchlists.ts';
import { languageOf } from '#i18n/languages.ts';
import { useContractsByCode } from '#market/contracts.ts';

const STEP =
  'grid size-7 place-items-center rounded-sm text-fg-3 hover:bg-surface-4 hover:text-foreground disabled:text-disabled disabled:hover:bg-transparent max-md:size-11';

export function ArrangedCodes({ list }: { list: Watchlist }) {
  const { t, i18n } = useTranslation();
  const contracts = useContractsByCode();
  const { arrange, setIn } = useWatchlists();
  const showRefusal = useRefusalToast();
  const rows = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const { contractCodes } = list;

  const put = (codes: readonly string[]) => {
    if (codes !== contractCodes) arrange(list, codes).catch(showRefusal);
  };
  const onKeyDown = (event: KeyboardEvent, code: string) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (!event.altKey || by === null) return;
    event.preventDefault();
    put(movedCode(contractCodes, code, by));
  };
  const drop = (on: string) => {
    if (dragged !== null) put(movedTo(contractCodes, dragged, contractCodes.indexOf(on)));
    setDragged(null);
    setOver(null);
  };
  if (contractCodes.length === 0) return <p className="text-12 text-fg-3">{t(($) => $.watchlists.empty)}</p>;
  return (
    <ul
      ref={rows}
      aria-label={t(($) => $.watchlists.codesOf, { replace: { name: list.name } })}
      aria-description={t(($) => $.watchlists.arrangeHint)}
      className="max-h-72 overflow-y-auto rounded-md border border-border"
    >
      {contractCodes.map((code, index) => (
        <li
          key={code}
          draggable
          data-testid={`listed-${code}`}
          onKeyDown={(event) => onKeyDown(event, code)}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', code);
            setDragged(code);
          }}
          onDragOver={(event) => {
            if (dragged === null) return;
            event.preventDefault();
            setOver(code);
          }}
          onDrop={(event) => {
            event.preventDefault();
            drop(code);
          }}
          onDragEnd={() => drop('')}
          className={cn(
            'flex items-center gap-1 border-border border-b pr-0.5 pl-1 last:border-b-0',
            over === code && dragged !== code && 'bg-primary-soft',
            dragged === code && 'opacity-60',
          )}
        >
          <GripVertical aria-hidden className="size-3.5 shrink-0 cursor-grab text-fg-3 max-md:hidden" />
          <span className="font-medium max-md:pl-2">{code}</span>
          <span className="min-w-0 flex-1 truncate text-12 text-fg-2">
            {contracts.get(code)?.commodityName[languageOf(i18n.resolvedLanguage)]}
          </span>
          <button
            type="button"
            disabled={index === 0}
            aria-label={t(($) => $.watchlists.moveUp, { replace: { code } })}
            onClick={() => put(movedCode(contractCodes, code, -1))}
            className={STEP}
          >
            <ArrowUp aria-hidden className="size-3.5" />
          </button>
          <button
            type="button"
            disabled={index === contractCodes.length - 1}
            aria-label={t(($) => $.watchlists.moveDown, { replace: { code } })}
            onClick={() => put(movedCode(contractCodes, code, 1))}
            className={STEP}
          >
            <ArrowDown aria-hidden className="size-3.5" />
          </button>
          <button
            type="button"
            aria-label={t(($) => $.watchlists.removeCode, { replace: { code } })}
            onClick={() => void setIn(list, code, false).catch(showRefusal)}
            className={STEP}
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Finds contracts that are not in the list yet by code or name, with or without diacritics. */
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { useRefusalToast } from '#features/watchlists/use-refusal-toast.ts';
import { useWatchlists, type Watchlist } from '#features/watchlists/watchlists.ts';
import { formatExpiry } from '#i18n/format.ts';
import { languageOf } from '#i18n/languages.ts';
import { contractSearch } from '#market/contract-search.ts';
import { useContracts } from '#market/contracts.ts';

const SHOWN = 6;

export function AddCodes({ list }: { list: Watchlist }) {
  const { t, i18n } = useTranslation();
  const { contracts } = useContracts();
  const { setIn } = useWatchlists();
  const showRefusal = useRefusalToast();
  const [query, setQuery] = useState('');
  const found = useMemo(() => {
    if (query.trim() === '') return [];
    const isFound = contractSearch(query);
    return contracts.filter((contract) => isFound(contract) && !list.contractCodes.includes(contract.code));
  }, [contracts, query, list]);
  const add = (code: string) => void setIn(list, code, true).catch(showRefusal);
  const first = found[0];
  return (
    <div className="grid gap-1">
      <Field label={t(($) => $.watchlists.addCodes)}>
        {(control) => (
          <Input
            {...control}
            type="search"
            value={query}
            autoComplete="off"
            spellCheck={false}
            placeholder={t(($) => $.watchlists.addHint)}
            className="max-md:h-11"
            data-testid="list-search"
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !first) return;
              event.preventDefault();
              add(first.code);
            }}
          />
        )}
      </Field>
      {query.trim() !== '' && (
        <ul className="rounded-md border border-border">
          {found.slice(0, SHOWN).map(({ code, commodityName, expiryMonth }) => (
            <li key={code} className="border-border border-b last:border-b-0">
              <button
                type="button"
                aria-label={t(($) => $.watchlists.addCode, { replace: { code } })}
                onClick={() => add(code)}
                className="flex h-8 w-full items-center gap-2 px-2 text-left hover:bg-surface-3 max-md:h-11"
              >
                <Plus aria-hidden className="size-3.5 shrink-0 text-primary-text" />
                <span className="font-medium">{code}</span>
                <span className="min-w-0 truncate text-12 text-fg-2">
                  {commodityName[languageOf(i18n.resolvedLanguage)]} · {formatExpiry(expiryMonth)}
                </span>
              </button>
            </li>
          ))}
          {found.length === 0 && (
            <li className="px-2 py-1.5 text-12 text-fg-3">{t(($) => $.empty.search, { replace: { query } })}</li>
          )}
        </ul>
      )}
    </div>
  );
}

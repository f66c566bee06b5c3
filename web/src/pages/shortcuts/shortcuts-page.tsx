/** `/account-overview/shortcuts`: the key of each action on this device, and what stands in the way of each other. */
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonVariants } from '#design/ui/controls/button.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { KeyCaps, keyNames } from '#design/ui/controls/key-caps.tsx';
import { SwitchRow } from '#design/ui/controls/switch-row.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { wordSearch } from '#market/contract-search.ts';
import { ConflictCards } from '#pages/shortcuts/conflict-cards.tsx';
import { BROWSER_KEYS } from '#pages/shortcuts/key-choice.ts';
import { KEY_LAYOUTS, type KeyLayout } from '#pages/shortcuts/key-layouts.ts';
import { KeyTable } from '#pages/shortcuts/key-table.tsx';
import { LayoutDialog } from '#pages/shortcuts/layout-dialog.tsx';
import { isMacKeyboard } from '#session/key-gate.ts';
import { useLastContract } from '#session/last-contract-store.ts';
import { CHOOSABLE, keysOf, useShortcutPreference } from '#session/shortcuts.ts';

export function ShortcutsPage() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.shortcuts.title));
  const [query, setQuery] = useState('');
  const { keys: chosen, hasSingleKeys, setSingleKeys } = useShortcutPreference();
  const isFound = wordSearch(query);
  const names = CHOOSABLE.filter((name) => {
    const pressed = keyNames(keysOf(name, chosen), isMacKeyboard()).flat().join(' ');
    return isFound(`${t(($) => $.keys.name[name])} ${pressed}`);
  });
  return (
    <div className="grid shrink-0 gap-4 p-4 md:p-5 2xl:px-6">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="mr-auto text-20">{t(($) => $.shortcuts.title)}</h1>
        <Input
          type="search"
          data-testid="keys-search"
          aria-label={t(($) => $.keys.search)}
          placeholder={t(($) => $.keys.search)}
          before={<Search aria-hidden className="size-3.5 shrink-0 text-fg-3" />}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          className="w-56 max-md:h-11 max-md:w-full"
        />
        <StartAgain />
      </div>
      <p className="text-12 text-fg-3">{t(($) => $.keys.layout.others)}</p>
      <p className="text-fg-2">
        {t(($) => $.keys.about)} <ToDesk />
      </p>
      <ConflictCards />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_340px]">
        <Card className="overflow-hidden p-0">
          <KeyTable names={names} query={query} />
        </Card>
        <div className="grid gap-4">
          <Rules />
          <Card>
            <SwitchRow
              name={t(($) => $.shortcuts.single)}
              hint={t(($) => $.shortcuts.singleHint)}
              isOn={hasSingleKeys}
              onChange={setSingleKeys}
            />
          </Card>
        </div>
      </div>
    </div>
  );
}

/** Where the lock is. */
function ToDesk() {
  const { t } = useTranslation();
  const { code } = useLastContract();
  return code === null ? null : (
    <Link
      to="/trading/$code"
      params={{ code }}
      className={buttonVariants({
        variant: 'link',
        size: 'sm',
        className: 'max-md:flex max-md:h-11 max-md:w-fit max-md:px-0',
      })}
    >
      {t(($) => $.keys.toDesk)}
    </Link>
  );
}

function StartAgain() {
  const { t } = useTranslation();
  const [shown, setShown] = useState<KeyLayout | null>(null);
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t(($) => $.keys.start)}</legend>
      {KEY_LAYOUTS.map((layout) => (
        <Button
          key={layout}
          variant="outline"
          className="max-md:h-11"
          data-testid={`keys-${layout}`}
          onClick={() => setShown(layout)}
        >
          {t(($) => $.keys.layouts[layout].name)}
        </Button>
      ))}
      {shown && <LayoutDialog layout={shown} onClose={() => setShown(null)} />}
    </fieldset>
  );
}

function Rules() {
  const { t } = useTranslation();
  const rule = (text: ReactNode) => <li>{text}</li>;
  return (
    <Card>
      <h2 className="mb-2 font-semibold text-14">{t(($) => $.keys.rules.title)}</h2>
      <ul className="grid list-disc gap-1.5 pl-4 text-fg-2">
        {rule(t(($) => $.keys.rules.fields))}
        {rule(t(($) => $.keys.rules.composing))}
        {rule(t(($) => $.keys.rules.places))}
        {rule(t(($) => $.keys.rules.steps))}
        {rule(t(($) => $.keys.rules.focus))}
        {rule(t(($) => $.keys.rules.held))}
      </ul>
      <h2 className="mt-4 mb-2 font-semibold text-14">{t(($) => $.keys.browser)}</h2>
      <div className="flex flex-wrap gap-x-3 gap-y-2">
        {BROWSER_KEYS.map((keys) => (
          <KeyCaps key={keys} keys={keys} />
        ))}
      </div>
    </Card>
  );
}

/** Actions under one key, of which none acts, each with the choice who keeps it. */
import { TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { KeyCaps } from '#design/ui/controls/key-caps.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { useKeptFocus } from '#design/ui/overlays/kept-focus.ts';
import { conflictsIn, keptFor } from '#pages/shortcuts/key-choice.ts';
import { keyButtonId } from '#pages/shortcuts/key-table.tsx';
import { type ShortcutName, useShortcutPreference } from '#session/shortcuts.ts';

export function ConflictCards() {
  const { t } = useTranslation();
  const { keys: chosen, setKeys } = useShortcutPreference();
  const conflicts = [...conflictsIn(chosen)];
  const cards = useRef<HTMLDivElement>(null);
  const keeper = useRef<ShortcutName | null>(null);
  // A settled conflict takes its buttons along: the focus goes to the next one, else to whose key it is now.
  const kept = useKeptFocus(cards, {
    rows: '[data-testid="keys-conflict"]',
    otherwise: (all) =>
      (keeper.current && document.getElementById(keyButtonId(keeper.current))) ??
      all.closest<HTMLElement>('[tabindex]'),
  });
  const keep = (name: ShortcutName, names: readonly ShortcutName[]) => {
    keeper.current = name;
    setKeys(keptFor(chosen, name, names));
  };
  return (
    <div ref={cards} {...kept} role="status" className="grid gap-4 empty:hidden md:grid-cols-2 xl:grid-cols-3">
      {conflicts.map(([keys, names]) => (
        <Card key={keys} className="border-danger" data-testid="keys-conflict">
          <h2 className="mb-2 flex items-center gap-2 font-semibold text-14">
            <TriangleAlert aria-hidden className="size-4 text-danger" />
            {t(($) => $.keys.conflict)}
            <KeyCaps keys={keys} />
          </h2>
          <p className="mb-3 text-fg-2">
            {t(($) => $.keys.conflictOf, { actions: names.map((name) => t(($) => $.keys.name[name])).join(', ') })}
          </p>
          <div className="grid gap-2">
            {names.map((name) => (
              <Button key={name} variant="outline" className="max-md:h-11" onClick={() => keep(name, names)}>
                <span className="truncate">{t(($) => $.keys.keepFor, { action: t(($) => $.keys.name[name]) })}</span>
              </Button>
            ))}
          </div>
        </Card>
      ))}
    </div>
  );
}

/** All keyboard shortcuts of the product, by place, from their single list. What has no key is on the page of keys. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { KeyCaps } from '#design/ui/controls/key-caps.tsx';
import { SwitchRow } from '#design/ui/controls/switch-row.tsx';
import { Dialog, DialogContent, DialogTitle } from '#design/ui/dialogs/dialog.tsx';
import { useWindowPanel } from '#desk/window-panel.ts';
import {
  isSwitchedOff,
  keysOf,
  SHORTCUT_NAMES,
  SHORTCUT_PLACES,
  type ShortcutPlace,
  shortcutOf,
  useShortcutPreference,
} from '#session/shortcuts.ts';
import { useActiveUser } from '#signed-in/actor.ts';

export function CheatSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { hasSingleKeys, setSingleKeys } = useShortcutPreference();
  const isSignedIn = useActiveUser() !== null;
  const isPanel = useWindowPanel(({ panel }) => panel !== null);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="w-[720px]" aria-describedby={undefined}>
        <DialogTitle>{t(($) => $.shortcuts.title)}</DialogTitle>
        <div className="gap-6 md:columns-2">
          {SHORTCUT_PLACES.map((place) => (
            <Place key={place} place={place} />
          ))}
        </div>
        {isSignedIn && (
          <Link
            to="/account-overview/shortcuts"
            // A panel's window stays the panel's.
            {...(isPanel ? { target: '_blank' } : {})}
            onClick={onClose}
            className={buttonVariants({ variant: 'outline', className: 'justify-self-start max-md:h-11' })}
          >
            {t(($) => $.shortcuts.change)}
          </Link>
        )}
        <SwitchRow
          name={t(($) => $.shortcuts.single)}
          hint={t(($) => $.shortcuts.singleHint)}
          isOn={hasSingleKeys}
          onChange={setSingleKeys}
          className="border-border border-t pt-3"
        />
      </DialogContent>
    </Dialog>
  );
}

function Place({ place }: { place: ShortcutPlace }) {
  const { t } = useTranslation();
  const preference = useShortcutPreference();
  const { keys: chosen } = preference;
  const names = SHORTCUT_NAMES.filter((name) => shortcutOf(name).place === place && keysOf(name, chosen) !== '');
  return (
    <section className="mb-4 break-inside-avoid">
      <h3 className="mb-1 text-12 text-fg-3">{t(($) => $.keys.place[place])}</h3>
      <dl className="divide-y divide-border">
        {names.map((name) => {
          const isOff = isSwitchedOff(name, preference);
          return (
            <div key={name} className="flex min-h-8 items-center justify-between gap-3">
              <dt className={isOff ? 'text-fg-3 line-through' : undefined}>{t(($) => $.keys.name[name])}</dt>
              <dd className="shrink-0">
                <KeyCaps keys={keysOf(name, chosen)} />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

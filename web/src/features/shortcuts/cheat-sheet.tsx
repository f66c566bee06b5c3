/** All keyboard shortcuts of the product, by place, from their single list. */
import { useTranslation } from 'react-i18next';
import { SwitchRow } from '#design/ui/controls/switch-row.tsx';
import { Dialog, DialogContent, DialogTitle } from '#design/ui/dialogs/dialog.tsx';
import { ShortcutKeys } from '#features/shortcuts/shortcut-keys.tsx';
import {
  isModified,
  SHORTCUT_PLACES,
  SHORTCUTS,
  type ShortcutName,
  type ShortcutPlace,
  useShortcutPreference,
} from '#session/shortcuts.ts';

const NAMES = Object.keys(SHORTCUTS) as readonly ShortcutName[];

export function CheatSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { hasSingleKeys, setSingleKeys } = useShortcutPreference();
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="w-[720px]" aria-describedby={undefined}>
        <DialogTitle>{t(($) => $.shortcuts.title)}</DialogTitle>
        <div className="gap-6 md:columns-2">
          {SHORTCUT_PLACES.map((place) => (
            <Place key={place} place={place} hasSingleKeys={hasSingleKeys} />
          ))}
        </div>
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

function Place({ place, hasSingleKeys }: { place: ShortcutPlace; hasSingleKeys: boolean }) {
  const { t } = useTranslation();
  const names = NAMES.filter((name) => SHORTCUTS[name].place === place);
  return (
    <section className="mb-4 break-inside-avoid">
      <h3 className="mb-1 text-12 text-fg-3">{t(($) => $.shortcuts.place[place])}</h3>
      <dl className="divide-y divide-border">
        {names.map((name) => {
          const isOff = !hasSingleKeys && !isModified(SHORTCUTS[name].keys) && !('isLocal' in SHORTCUTS[name]);
          return (
            <div key={name} className="flex min-h-8 items-center justify-between gap-3">
              <dt className={isOff ? 'text-fg-3 line-through' : undefined}>{t(($) => $.shortcuts.name[name])}</dt>
              <dd className="shrink-0">
                <ShortcutKeys name={name} />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

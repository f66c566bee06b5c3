/** Shows what a set of keys would change, which of them would be in each other's way, and takes it; with the way back. */
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { KeyCaps } from '#design/ui/controls/key-caps.tsx';
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from '#design/ui/dialogs/dialog.tsx';
import { conflictsIn } from '#pages/shortcuts/key-choice.ts';
import {
  KEYS_WITHOUT_ACTION,
  type KeyChange,
  type KeyLayout,
  keyChanges,
  keysOfLayout,
} from '#pages/shortcuts/key-layouts.ts';
import { isMacKeyboard } from '#session/key-gate.ts';
import { type ShortcutName, useShortcutPreference } from '#session/shortcuts.ts';

export function LayoutDialog({ layout, onClose }: { layout: KeyLayout; onClose: () => void }) {
  const { t } = useTranslation();
  const { keys: chosen, setKeys } = useShortcutPreference();
  // What is shown is what is taken, whatever another device chooses meanwhile.
  const [{ next, changes }] = useState(() => {
    const keys = keysOfLayout(layout, chosen, isMacKeyboard());
    return { next: keys, changes: keyChanges(chosen, keys) };
  });
  const take = async () => {
    setKeys(next);
    onClose();
    const { toast } = await import('#design/ui/feedback/toaster.tsx');
    toast.success(
      t(($) => $.keys.layout.taken, { count: changes.length }),
      { action: { label: t(($) => $.keys.layout.undo), onClick: () => setKeys(chosen) } },
    );
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="w-[480px]" data-testid="keys-layout">
        <DialogTitle>{t(($) => $.keys.layouts[layout].name)}</DialogTitle>
        <DialogDescription>{t(($) => $.keys.layouts[layout].about)}</DialogDescription>
        {changes.length === 0 ? <p>{t(($) => $.keys.layout.same)}</p> : <Changes changes={changes} />}
        {[...conflictsIn(next)].map(([keys, names]) => (
          <ConflictLine key={keys} keys={keys} names={names} />
        ))}
        {layout === 'tradingView' && <WithoutAction platform={layout} />}
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline" className="max-md:h-11">
              {t(($) => (changes.length === 0 ? $.shell.action.close : $.shell.action.back))}
            </Button>
          </DialogClose>
          {changes.length > 0 && (
            <Button className="max-md:h-11" onClick={() => void take()}>
              {t(($) => $.keys.layout.take)}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function Changes({ changes }: { changes: readonly KeyChange[] }) {
  const { t } = useTranslation();
  return (
    <section>
      <h3 className="mb-1 text-12 text-fg-3">{t(($) => $.keys.layout.changes)}</h3>
      <dl className="divide-y divide-border border-border border-y">
        {changes.map(({ name, before, after }) => (
          <div key={name} className="flex min-h-9 flex-wrap items-center gap-x-3 py-1">
            <dt className="min-w-40 flex-1">{t(($) => $.keys.name[name])}</dt>
            <dd className="flex items-center gap-2 text-fg-3">
              <Keys keys={before} />
              <span aria-hidden>→</span>
              <span className="sr-only">{t(($) => $.keys.layout.becomes)}</span>
              <Keys keys={after} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Keys({ keys }: { keys: string }) {
  const { t } = useTranslation();
  return keys === '' ? <span>{t(($) => $.keys.layout.noKey)}</span> : <KeyCaps keys={keys} />;
}

function ConflictLine({ keys, names }: { keys: string; names: readonly ShortcutName[] }) {
  const { t } = useTranslation();
  const actions = names.map((name) => t(($) => $.keys.name[name])).join(', ');
  return (
    <p className="flex items-start gap-2 text-danger">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <KeyCaps keys={keys} /> {t(($) => $.keys.conflictOf, { actions })}
      </span>
    </p>
  );
}

function WithoutAction({ platform }: { platform: keyof typeof KEYS_WITHOUT_ACTION }) {
  const { t } = useTranslation();
  return (
    <section>
      <h3 className="mb-1 text-12 text-fg-3">
        {t(($) => $.keys.layout.missing, { platform: t(($) => $.keys.layouts[platform].name) })}
      </h3>
      <ul className="grid gap-x-4 gap-y-1 text-fg-2 sm:grid-cols-2">
        {KEYS_WITHOUT_ACTION[platform].map(({ action, keys }) => (
          <li key={action} className="flex items-center justify-between gap-2">
            {t(($) => $.keys.missing[action])}
            <KeyCaps keys={keys} />
          </li>
        ))}
      </ul>
    </section>
  );
}

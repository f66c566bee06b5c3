/** Actions after the tabs: create a list, and edit the one shown. */
import { ListPlus, ListX, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { useShownList } from '#desk/shown-list.ts';
import { LazyListDialog } from '#features/watchlists/lazy-list-dialog.tsx';
import { listOf } from '#features/watchlists/move-in-list.ts';
import { useWatchlists } from '#features/watchlists/watchlists.ts';

const TOOL = 'my-auto shrink-0 max-md:size-11';

export function ListTools() {
  const { t } = useTranslation();
  const { lists } = useWatchlists();
  const shown = listOf(
    lists,
    useShownList((state) => state.watchlistId),
  );
  const [dialog, setDialog] = useState<'new' | 'shown' | null>(null);
  return (
    <>
      <IconButton size="icon-sm" className={TOOL} label={t(($) => $.watchlists.new)} onClick={() => setDialog('new')}>
        <ListPlus aria-hidden />
      </IconButton>
      {shown && (
        <IconButton
          size="icon-sm"
          className={TOOL}
          label={t(($) => $.watchlists.editNamed, { replace: { name: shown.name } })}
          onClick={() => setDialog('shown')}
        >
          <Pencil aria-hidden />
        </IconButton>
      )}
      {dialog && <LazyListDialog list={dialog === 'shown' ? (shown ?? null) : null} onClose={() => setDialog(null)} />}
    </>
  );
}

/** An empty list says how to fill it, and offers to start. */
export function EmptyList() {
  const { t } = useTranslation();
  const { lists } = useWatchlists();
  const shown = listOf(
    lists,
    useShownList((state) => state.watchlistId),
  );
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <EmptyState
        icon={ListX}
        title={t(($) => $.watchlists.empty)}
        action={
          <Button variant="outline" size="sm" className="max-md:h-11" onClick={() => setOpen(true)}>
            {t(($) => $.watchlists.addCodes)}
          </Button>
        }
      />
      {isOpen && shown && <LazyListDialog list={shown} onClose={() => setOpen(false)} />}
    </>
  );
}

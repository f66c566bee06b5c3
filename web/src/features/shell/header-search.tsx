/** Looks like a field and opens the command palette; only an icon in a narrow header. */
import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Kbd } from '#design/ui/controls/kbd.tsx';
import { useOpenDialog } from '#session/open-dialog.ts';

export function HeaderSearch() {
  const { t } = useTranslation();
  const open = useOpenDialog((state) => state.open);
  return (
    <button
      type="button"
      aria-label={t(($) => $.shell.header.search)}
      aria-haspopup="dialog"
      data-testid="open-palette"
      onClick={() => open('palette')}
      className="flex h-8 shrink-0 items-center gap-2 rounded-md text-fg-3 hover:text-foreground max-xl:size-8 max-xl:justify-center max-xl:hover:bg-surface-2 max-md:size-11 xl:w-58 xl:min-w-28 xl:shrink xl:border xl:border-border-strong xl:bg-surface-2 xl:px-2.5"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 truncate text-left max-xl:hidden">{t(($) => $.shell.header.searchHint)}</span>
      <Kbd className="max-xl:hidden">Ctrl K</Kbd>
    </button>
  );
}

/** The phone's navigation: within reach of the thumb, and kept while pages change. */
import { Link } from '@tanstack/react-router';
import { LogIn, type LucideIcon, Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDestinations } from '#features/shell/navigation.ts';
import { useAuth } from '#session/auth-store.ts';
import { useOpenDialog } from '#session/open-dialog.ts';

const item =
  'flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-1 low:h-11 low:flex-row low:gap-1.5 text-11 text-fg-3 outline-offset-[-3px] data-[status=active]:text-primary-text';

export function BottomNavigation() {
  const { t } = useTranslation();
  const destinations = useDestinations();
  const isAuth = useAuth((state) => state.isAuth);
  const openDialog = useOpenDialog((state) => state.open);
  return (
    <nav
      aria-label={t(($) => $.shell.nav.main)}
      className="flex shrink-0 border-border border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {destinations.map(({ key, name, shortName, icon, link }) => (
        <Link key={key} {...link} className={item}>
          <Labelled icon={icon} name={shortName ?? name} />
        </Link>
      ))}
      {!isAuth && (
        <Link to="/login" className={item}>
          <Labelled icon={LogIn} name={t(($) => $.shell.header.signIn)} />
        </Link>
      )}
      <button type="button" aria-haspopup="dialog" className={item} onClick={() => openDialog('settings')}>
        <Labelled icon={Settings} name={t(($) => $.shell.nav.settings)} />
      </button>
    </nav>
  );
}

function Labelled({ icon: Icon, name }: { icon: LucideIcon; name: string }) {
  return (
    <>
      <Icon aria-hidden className="size-5 shrink-0 low:size-4.5" />
      <span className="max-w-full truncate leading-4">{name}</span>
    </>
  );
}

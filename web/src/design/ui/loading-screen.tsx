/** Full screen with the animated mark (spec 2); with reduced motion the mark stands still. */
import { useTranslation } from 'react-i18next';
import { LogoMark } from './logo.tsx';

export function LoadingScreen() {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      aria-label={t(($) => $.shell.state.loading)}
      className="fixed inset-0 z-50 grid place-items-center bg-background"
    >
      <LogoMark animated className="size-14" />
    </div>
  );
}

/**
 * Shows the animated logo full screen (docs/rules/screens.md#frame), continuing what index.html started; with reduced
 * motion the logo is static.
 */
import { useTranslation } from 'react-i18next';
import { LogoMark } from '#design/ui/figures/logo.tsx';
import { clientConfig } from '#wire/client-config.ts';

export function LoadingScreen() {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      aria-label={t(($) => $.shell.state.loading)}
      className="fixed inset-0 z-50 grid place-content-center justify-items-center gap-3 bg-background"
    >
      <LogoMark animated className="size-14" />
      <p aria-hidden className="font-semibold text-28 leading-9">
        {clientConfig().appName}
      </p>
    </div>
  );
}

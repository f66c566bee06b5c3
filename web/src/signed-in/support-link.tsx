/** Links to the broker's support; shows nothing where the build configures none. */
import { useTranslation } from 'react-i18next';
import { clientConfig } from '#wire/client-config.ts';

export function SupportLink({ className }: { readonly className?: string | undefined }) {
  const { t } = useTranslation();
  const { supportUrl } = clientConfig();
  if (supportUrl === null) return null;
  // A website opens in a tab of its own; a mail or a call leaves this page where it is.
  const elsewhere = supportUrl.startsWith('http') ? { target: '_blank', rel: 'noreferrer' } : {};
  return (
    <a href={supportUrl} {...elsewhere} className={className ?? 'font-medium underline underline-offset-2'}>
      {t(($) => $.shell.action.support)}
    </a>
  );
}

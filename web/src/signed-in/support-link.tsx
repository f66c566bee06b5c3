/** Where people of the broker are asked for help; nothing where a build names no such place. */
import { useTranslation } from 'react-i18next';
import { clientConfig } from '#wire/client-config.ts';

export function SupportLink({ className }: { readonly className?: string | undefined }) {
  const { t } = useTranslation();
  const { supportUrl } = clientConfig();
  if (supportUrl === null) return null;
  // A page of somebody else's stands beside this one; a mail or a call leaves it where it is.
  const elsewhere = supportUrl.startsWith('http') ? { target: '_blank', rel: 'noreferrer' } : {};
  return (
    <a href={supportUrl} {...elsewhere} className={className ?? 'font-medium underline underline-offset-2'}>
      {t(($) => $.shell.action.support)}
    </a>
  );
}

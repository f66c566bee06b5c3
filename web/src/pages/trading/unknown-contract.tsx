/** Instead of a desk or panel whose address names no listed contract. */
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { errorText } from '#i18n/error-text.ts';

export function UnknownContract({ code }: { code: string }) {
  const { t } = useTranslation();
  return (
    <div className="grid min-h-0 flex-1 bg-surface">
      <EmptyState
        icon={SearchX}
        title={errorText(t, 'ContractNotFound', { code })}
        action={
          <Link to="/" className={buttonVariants({ variant: 'outline' })}>
            {t(($) => $.desk.toPriceboard)}
          </Link>
        }
        className="m-auto"
      />
    </div>
  );
}

/** Where a calculation leads: to the ticket that would send it, and for a visitor to an account. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import type { ShownCalculation } from '#pages/margin-calculator/shown-calculation.ts';
import { useAuth } from '#session/auth-store.ts';

interface WaysOnProps extends Pick<ShownCalculation, 'contract' | 'draft' | 'read'> {
  /** Absent while it follows the market, which the ticket does then too. */
  readonly price: string | undefined;
}

export function WaysOn({ contract, draft, read, price }: WaysOnProps) {
  const { t } = useTranslation();
  const isAuth = useAuth((state) => state.isAuth);
  return (
    <Card className="flex flex-wrap items-center gap-3 py-3.5 max-md:p-4">
      <p className="min-w-48 flex-1 text-fg-2">{t(($) => $.calculator.waysOn)}</p>
      <Link
        to="/trading/$code"
        params={{ code: contract.code }}
        search={{ side: draft.side, lots: read.lots ?? undefined, price }}
        className={buttonVariants({ variant: 'outline', className: 'max-md:h-11 max-sm:w-full' })}
      >
        {t(($) => $.calculator.toTicket)}
      </Link>
      {!isAuth && (
        <Link to="/sign-up" className={buttonVariants({ className: 'max-md:h-11 max-sm:w-full' })}>
          {t(($) => $.shell.action.signUp)}
        </Link>
      )}
    </Card>
  );
}

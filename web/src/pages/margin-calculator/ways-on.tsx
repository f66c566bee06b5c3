/** Where a calculation leads: to the ticket that would send it, and for a visitor to an account. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Side } from '@mua/core/values';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { useAuth } from '#session/auth-store.ts';

export function WaysOn({ contract, side }: { readonly contract: Contract; readonly side: Side }) {
  const { t } = useTranslation();
  const isAuth = useAuth((state) => state.isAuth);
  return (
    <Card className="flex flex-wrap items-center gap-3 py-3.5 max-md:p-4">
      <p className="min-w-48 flex-1 text-fg-2">{t(($) => $.calculator.waysOn)}</p>
      <Link
        to="/trading/$code"
        params={{ code: contract.code }}
        search={{ side }}
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

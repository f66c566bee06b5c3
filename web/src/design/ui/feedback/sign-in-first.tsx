/** Takes the place of a personal list for a visitor: a link to sign in, and back to this page. */
import { Link, useLocation } from '@tanstack/react-router';
import { LogIn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';

export function SignInFirst() {
  const { t } = useTranslation();
  const returnUrl = useLocation({ select: ({ href }) => href });
  return (
    <EmptyState
      icon={LogIn}
      title={t(($) => $.shell.state.loginRequired)}
      action={
        <Button asChild size="sm" variant="outline">
          <Link to="/login" search={{ returnUrl }}>
            {t(($) => $.shell.action.signin)}
          </Link>
        </Button>
      }
    />
  );
}

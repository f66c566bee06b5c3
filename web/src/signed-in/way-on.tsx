/** Links a refusal to the page on which it can be resolved, as the catalogue of errors names it for each code. */
import { ERRORS, type Facts, type NextStep } from '@mua/contract/errors';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isErrorCode } from '#i18n/error-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useTradingAccount } from '#signed-in/accounts.ts';
import { SupportLink } from '#signed-in/support-link.tsx';

const LEADS = [
  'orders',
  'positions',
  'security',
  'ekyc',
  'sign',
  'signin',
  'reset',
] as const satisfies readonly NextStep[];
type Lead = (typeof LEADS)[number];

const UNDERLINED = 'font-medium underline underline-offset-2';

export interface WayOnProps {
  readonly code: string;
  /** Of the refusal, where the way depends on them: what is missing is what is deposited. */
  readonly facts?: Facts;
  readonly className?: string;
}

export function WayOn({ code, facts = {}, className }: WayOnProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const accountId = useTradingAccount()?.accountId;
  const next = isErrorCode(code) ? ERRORS[code].next : null;
  if (next === 'support') return <SupportLink className={className} />;
  const missing = Number(facts.missing);
  if (next === 'topup' && missing > 0)
    return (
      <Link to="/account-overview/deposit" search={{ amount: missing }} className={className ?? UNDERLINED}>
        {t(($) => $.shell.action.topup, { missing: format.vnd(BigInt(missing)) })}
      </Link>
    );
  const lead = LEADS.find((step) => step === next);
  const link = lead && linkOf(lead, accountId);
  if (!link) return null;
  return (
    <Link {...link} className={className ?? UNDERLINED}>
      {t(($) => $.shell.action[lead])}
    </Link>
  );
}

function linkOf(lead: Lead, accountId: string | undefined): LinkProps | null {
  switch (lead) {
    case 'orders':
    case 'positions': {
      const to = '/account-overview/order-manager/$accountId' as const;
      return accountId === undefined ? null : { to, params: { accountId }, search: { tab: lead } };
    }
    case 'security':
      return { to: '/account-overview/security-account' };
    case 'ekyc':
      return { to: '/account-overview/ekyc' };
    case 'sign':
      return { to: '/account-overview/digital-signature' };
    case 'signin':
      return { to: '/login' };
    case 'reset':
      return { to: '/forgot-password' };
  }
}

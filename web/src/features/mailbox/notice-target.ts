/** Where a message leads: to its contract, or to the page where something can be done about it. */
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import { CATEGORY_OF } from '@mua/contract/entities/notification-settings';
import { legCodes } from '@mua/core/values';
import type { LinkProps } from '@tanstack/react-router';

/** What leaders are told. */
const LEADERS: ReadonlySet<string> = new Set<MailboxMessage['code']>([
  'StrategyApproved',
  'StrategyRejected',
  'StrategyStopped',
]);

/** All of them, also from the page of one. */
const COPIES = { to: '/account-overview/copy-trade/trading/{-$copyId}', params: { copyId: undefined } } as const;

/** The contract whose roll a message asks for, over the desk that it leads to; null of every other message. */
export function rollOf({ code, contractCode }: MailboxMessage): string | null {
  return code === 'ExpiryNotice' ? contractCode : null;
}

export function targetOf({ code, contractCode, facts }: MailboxMessage): Pick<LinkProps, 'to' | 'params'> | null {
  if (code === 'CopySkipped') return COPIES;
  // Orders and positions of every sub-account.
  if (code === 'ExchangeLinkLost' || code === 'ExchangeLinkBack') return { to: '/account-overview' };
  // A spread has no desk: its near month has one.
  if (contractCode !== null)
    return { to: '/trading/$code', params: { code: legCodes(contractCode)?.near ?? contractCode } };
  switch (CATEGORY_OF[code]) {
    case 'MONEY':
      return { to: '/account-overview/history-payment' };
    case 'COPYING':
      return LEADERS.has(code)
        ? {
            to: '/account-overview/copy-trade/management/{-$strategyId}',
            params: { strategyId: String(facts.strategyId) },
          }
        : COPIES;
    case 'ACCOUNT':
      return { to: code === 'ContractToSign' ? '/account-overview/digital-signature' : '/account-overview/ekyc' };
    case 'SECURITY':
      return { to: '/account-overview/security-account' };
    default:
      return null;
  }
}

/** Where a notice leads in the client: to its contract, or to the page where something can be done about it. */
import type { NoticeCode } from '@mua/contract/entities/mailbox-message';
import { CATEGORY_OF } from '@mua/contract/entities/notification-settings';

export function noticePath(code: NoticeCode, contractCode: string | null): string {
  const category = CATEGORY_OF[code];
  if (category === 'MARGIN') return '/account-overview';
  if (contractCode !== null && category !== 'COPYING') return `/trading/${contractCode}`;
  switch (category) {
    case 'MONEY':
      return '/account-overview/history-payment';
    case 'COPYING':
      return '/account-overview/copy-trade';
    case 'ACCOUNT':
      return code === 'ContractToSign' ? '/account-overview/digital-signature' : '/account-overview/ekyc';
    case 'SECURITY':
      return '/account-overview/security-account';
    default:
      return '/account-overview';
  }
}

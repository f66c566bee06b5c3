/**
 * Where a notice leads in the client: to its contract (near its close-out to how to roll it, there), or to the page where
 * something can be done about it.
 */
import type { NoticeCode } from '@mua/contract/entities/mailbox-message';
import { CATEGORY_OF } from '@mua/contract/entities/notification-settings';
import { ROLL_PARAM, SEEN_PARAM, seenText } from '@mua/contract/entities/push-message';
import { legCodes } from '@mua/core/values';
import type { NoticeLetter } from '#deliveries/notice-port.ts';

export function noticePath(code: NoticeCode, contractCode: string | null): string {
  const category = CATEGORY_OF[code];
  if (category === 'MARGIN') return '/account-overview';
  if (contractCode !== null && category === 'EXPIRY') return `/trading/${contractCode}?${ROLL_PARAM}=${contractCode}`;
  // A spread has no page: its near month has one.
  if (contractCode !== null && category !== 'COPYING')
    return `/trading/${legCodes(contractCode)?.near ?? contractCode}`;
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

/** A letter's path, which marks its notice read when it is opened; a test's lies nowhere. */
export function seenPath({ path, place }: Pick<NoticeLetter, 'path' | 'place'>): string {
  if (place === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${SEEN_PARAM}=${seenText(place)}`;
}

/** The whole address for a letter's reader; empty where nobody knows where the client is. */
export function letterAddress(letter: Pick<NoticeLetter, 'path' | 'place'>, publicUrl: URL | undefined): string {
  return publicUrl ? new URL(seenPath(letter), publicUrl).href : '';
}

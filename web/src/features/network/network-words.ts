/** Spec 8 "Connection messages" and the records' own sentences, in the words of the screen. */
import type { TFunction } from 'i18next';
import { SUBSCRIBE_FAILED, TOKEN_REQUIRED } from '#data/network/connection-store.ts';
import type { ReconnectFault } from '#data/network/reconnect-round.ts';
import { errorText, isErrorCode } from '#i18n/error-text.ts';

export function faultText(t: TFunction, fault: ReconnectFault): string {
  switch (fault.kind) {
    case 'one':
      return t(($) => $.network.socketFailed, { k: fault.position, reason: reasonText(t, fault.reason) });
    case 'several':
      return t(($) => $.network.someDown, { n: fault.count });
    case 'timeout':
      return t(($) => $.network.reconnectTimeout);
    case 'unknown':
      return t(($) => $.network.reconnectFailed);
  }
}

/**
 * A code of the catalogue has words, where they need no facts that nobody has here. What the socket's library says stays
 * as it is: it is for whoever is asked for help.
 */
export function reasonText(t: TFunction, reason: string): string {
  if (reason === TOKEN_REQUIRED) return t(($) => $.network.tokenRequired);
  if (reason === SUBSCRIBE_FAILED) return t(($) => $.network.resubscribeFailed);
  const text = isErrorCode(reason) ? errorText(t, reason) : reason;
  return text.includes('{') ? reason : text;
}

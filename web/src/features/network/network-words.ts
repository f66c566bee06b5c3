/**
 * Formats the messages of connections (docs/rules/refusals.md#words) and the records' own texts in the current
 * language.
 */
import type { TFunction } from 'i18next';
import { errorText, isErrorCode } from '#i18n/error-text.ts';
import { type Connections, downIn, listedIn, SUBSCRIBE_FAILED, TOKEN_REQUIRED } from '#network/connection-store.ts';
import type { ReconnectFault } from '#network/reconnect-round.ts';

export function faultText(t: TFunction, fault: ReconnectFault, connections: Connections): string {
  switch (fault) {
    case 'down':
      return downText(t, connections);
    case 'timeout':
      return t(($) => $.connection.reconnectTimeout);
    case 'unknown':
      return t(($) => $.connection.reconnectFailed);
  }
}

/** A single one is named as in the list above, with the cause; several are described by their current number. */
function downText(t: TFunction, connections: Connections): string {
  const down = downIn(connections);
  const [first] = down;
  if (!first || down.length > 1) return t(($) => $.connection.someDown, { n: down.length });
  const reason = first.error ?? first.disconnectReason ?? '';
  return t(($) => $.connection.socketFailed, {
    k: listedIn(connections).indexOf(first) + 1,
    reason: reasonText(t, reason),
  });
}

/**
 * A code of the catalogue has a text, if that needs no facts unknown here. Errors of the socket's library are shown
 * verbatim, for support.
 */
export function reasonText(t: TFunction, reason: string): string {
  if (reason === TOKEN_REQUIRED) return t(($) => $.connection.tokenRequired);
  if (reason === SUBSCRIBE_FAILED) return t(($) => $.connection.resubscribeFailed);
  const text = isErrorCode(reason) ? errorText(t, reason) : reason;
  return text.includes('{') ? reason : text;
}

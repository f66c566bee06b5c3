/** Finds open positions that must be closed soon, and describes them in the words of the expiry guard's message. */
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import { useMemo } from 'react';
import type { SubAccountRow } from '#features/sub-accounts/sub-account-row.ts';
import { closeOutOf, SOON_SESSIONS } from '#market/close-out.ts';
import { useContractsByCode } from '#market/contracts.ts';

export interface NearCloseOut {
  readonly row: SubAccountRow;
  readonly contractCode: string;
  readonly sessions: number;
  readonly message: Pick<MailboxMessage, 'code' | 'facts' | 'reason'>;
}

/** Returns them nearest first. */
export function useNearCloseOuts(rows: readonly SubAccountRow[]): readonly NearCloseOut[] {
  const contracts = useContractsByCode();
  return useMemo(() => {
    const found = rows.flatMap((row) =>
      (row.live?.status.contracts ?? []).flatMap(({ contractCode, netLots }): NearCloseOut[] => {
        const contract = contracts.get(contractCode);
        const closeOut = contract && netLots !== 0 ? closeOutOf(contract, netLots > 0 ? 'long' : 'short') : null;
        if (!closeOut || closeOut.sessions > SOON_SESSIONS) return [];
        const { sessions, at } = closeOut;
        const facts = {
          contract: contractCode,
          sessions,
          side: netLots > 0 ? 'BUY' : 'SELL',
          lots: Math.abs(netLots),
          ...(at === null ? {} : { deadline: at }),
        };
        return [{ row, contractCode, sessions, message: { code: 'ExpiryNotice', facts, reason: null } }];
      }),
    );
    return found.sort((a, b) => a.sessions - b.sessions);
  }, [rows, contracts]);
}

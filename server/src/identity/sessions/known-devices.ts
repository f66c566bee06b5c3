/** Which devices an investor signs in with: a new one is told to them, in the transaction that lets it in. */
import type { Queryable } from '#db/transaction.ts';
import { readContact } from '#identity/accounts/investors.ts';
import type { SecurityNotices } from '#identity/accounts/security-notices.ts';
import type { SignInOrigin } from '#identity/sessions/browser-session-store.ts';
import { deviceKind } from '#identity/sessions/device-words.ts';
import type { Language } from '#messages/language.ts';

export interface DeviceSignIn extends SignInOrigin {
  readonly investorId: string;
  /** What the browser asks for. */
  readonly language: Language | undefined;
  readonly nowMs: number;
}

/**
 * Whether a mail was written: call `messages.wake` after the commit then. The caller holds the investor's row, so two
 * at once are one after another.
 */
export async function noteDevice(client: Queryable, signIn: DeviceSignIn, notices: SecurityNotices): Promise<boolean> {
  const { investorId, device, address, nowMs } = signIn;
  const noted = await client.query<{ has_others: boolean }>(
    `insert into known_device values ($1, $2, $3) on conflict do nothing
     returning exists (select from known_device where investor_id = $1) as has_others`,
    [investorId, deviceKind(device), nowMs],
  );
  // The first of all is whoever opened the account.
  if (!noted.rows[0]?.has_others) return false;
  const { email, language } = await readContact(client, investorId);
  const to = { investorId, email, language: signIn.language ?? language };
  if (device === '') await notices.write(client, 'newUnknownDevice', to, { address });
  else await notices.write(client, 'newDevice', to, { address, device });
  return true;
}

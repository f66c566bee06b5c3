/** The devices of an investor's sign-ins: a new one is notified to them, in the transaction of the sign-in. */
import type { Queryable } from '#db/transaction.ts';
import { readContact } from '#identity/accounts/investors.ts';
import type { SecurityNotices } from '#identity/accounts/security-notices.ts';
import type { SignInOrigin } from '#identity/sessions/browser-session-store.ts';
import { deviceKind } from '#identity/sessions/device-words.ts';
import type { Language } from '#messages/language.ts';

export interface DeviceSignIn extends SignInOrigin {
  readonly investorId: string;
  /** The browser's language. */
  readonly language: Language | undefined;
  readonly nowMs: number;
}

/**
 * Whether a mail was written: then call `messages.wake` after the commit. The caller holds a lock on the investor's
 * row, so concurrent sign-ins are serialised.
 */
export async function noteDevice(client: Queryable, signIn: DeviceSignIn, notices: SecurityNotices): Promise<boolean> {
  const { investorId, device, address, nowMs } = signIn;
  const noted = await client.query<{ has_others: boolean }>(
    `insert into known_device values ($1, $2, $3) on conflict do nothing
     returning exists (select from known_device where investor_id = $1) as has_others`,
    [investorId, deviceKind(device), nowMs],
  );
  // The first device is that of whoever opened the account.
  if (!noted.rows[0]?.has_others) return false;
  const { email, language } = await readContact(client, investorId);
  const to = { investorId, email, language: signIn.language ?? language };
  if (device === '') await notices.write(client, 'newUnknownDevice', to, { address });
  else await notices.write(client, 'newDevice', to, { address, device });
  return true;
}

/**
 * Reads and changes what guards an investor's account: what is set, who signed in, from where, and every change of it
 * (docs/rules/people.md#second-secrets).
 */
import type { OtpChannel, SecurityInformation, Taskflow } from '@mua/contract/entities/security';
import {
  askPinForTrading,
  beginTotp,
  changeEmail,
  changePassword,
  changePhone,
  confirmTotp,
  listDevices,
  listSignIns,
  readSecurity,
  removeTotp,
  requestDeletion,
  resendTaskflow,
  revokeDevice,
  revokeOtherDevices,
  setPin,
  stepUp,
  unlockWithPin,
  verifyTaskflow,
  withdrawDeletion,
} from '@mua/contract/http/security';
import type { BodyOf } from '@mua/contract/route';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { useAuth } from '#session/auth-store.ts';
import { meQuery } from '#signed-in/accounts.ts';
import { callAs } from '#signed-in/actor.ts';

export function securityQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'security'] as const,
    queryFn: ({ signal }) => callAs(userId, readSecurity, { signal }),
  });
}

export function signInsQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'sign-ins'] as const,
    queryFn: async ({ signal }) => (await callAs(userId, listSignIns, { signal })).items,
  });
}

export function devicesQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'devices'] as const,
    queryFn: async ({ signal }) => (await callAs(userId, listDevices, { signal })).items,
  });
}

/**
 * Makes every change of one investor's secrets, in their name. All throw `CallError`; the page's figures follow the
 * answer.
 */
export function securityChanges(client: QueryClient, userId: string) {
  const noted = async (reply: Promise<SecurityInformation>): Promise<void> => {
    client.setQueryData(securityQuery(userId).queryKey, await reply);
  };
  const devices = async (reply: Promise<{ readonly items: readonly unknown[] }>): Promise<void> => {
    await reply;
    await client.invalidateQueries({ queryKey: devicesQuery(userId).queryKey });
  };
  return {
    setPin: (pin: string, isAskedForTrading: boolean) =>
      noted(callAs(userId, setPin, { body: { pin, isAskedForTrading } })),
    askPin: (isAskedForTrading: boolean) => noted(callAs(userId, askPinForTrading, { body: { isAskedForTrading } })),
    unlock: (pin: string) => noted(callAs(userId, unlockWithPin, { body: { pin } })),
    stepUp: (body: BodyOf<typeof stepUp>) => noted(callAs(userId, stepUp, { body })),
    beginTotp: () => callAs(userId, beginTotp, { body: {} }),
    confirmTotp: (code: string) => noted(callAs(userId, confirmTotp, { body: { code } })),
    removeTotp: (code: string) => noted(callAs(userId, removeTotp, { body: { code } })),
    requestDeletion: () => noted(callAs(userId, requestDeletion, { body: {} })),
    withdrawDeletion: () => noted(callAs(userId, withdrawDeletion, {})),
    revoke: (sessionId: string) => devices(callAs(userId, revokeDevice, { params: { sessionId } })),
    revokeOthers: () => devices(callAs(userId, revokeOtherDevices, { body: {} })),
    changePassword: (oldPassword: string, newPassword: string, channel: OtpChannel) =>
      callAs(userId, changePassword, { body: { oldPassword, newPassword, channel } }),
    changeEmail: (email: string) => callAs(userId, changeEmail, { body: { email } }),
    changePhone: (phoneNumber: string) => callAs(userId, changePhone, { body: { phoneNumber } }),
    resend: ({ taskId }: Taskflow) => callAs(userId, resendTaskflow, { params: { taskId }, body: {} }),
    /** Completes what the task was begun for. After a change of password this browser has a new handle. */
    verify: async ({ taskId }: Taskflow, code: string): Promise<void> => {
      const { authState } = await callAs(userId, verifyTaskflow, { params: { taskId }, body: { code } });
      if (authState) useAuth.getState().follow(authState);
      await Promise.all([
        client.invalidateQueries({ queryKey: securityQuery(userId).queryKey }),
        client.invalidateQueries({ queryKey: devicesQuery(userId).queryKey }),
        client.invalidateQueries({ queryKey: meQuery(userId).queryKey }),
      ]);
    },
  };
}

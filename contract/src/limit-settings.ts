/**
 * The limits that an installation may change: those of the server alone. Limits that client and server share are part
 * of a build, because a client with other numbers would mislead people.
 */
import { z } from 'zod';
import { LIMITS } from '#limits.ts';

export const SETTABLE_LIMITS = [
  'requestsPerMinute',
  'requestWholeMs',
  'ordersPerSecond',
  'ordersBurst',
  'socketsPerJar',
  'subscriptionsPerSocket',
  'socketMessagesPerSecond',
  'socketHandshakesPerSecond',
  'socketHandshakesBurst',
  'socketHandshakesPerAddress',
  'connections',
  'connectionsPerAddress',
  'socketTicketMs',
  'slowReaderBytes',
  'slowReaderMs',
  'resumeEvents',
  'resumeMs',
  'loginFailuresPerAccount',
  'loginFailureWindowMs',
  'loginFailuresPerAddress',
  'loginAddressWindowMs',
  'otpTries',
  'otpResends',
  'otpFailuresPerHour',
  'otpFailuresPerDay',
  'otpFailuresOfStrangersPerDay',
  'otpTasksPerHour',
  'otpSignUpsPerHour',
  'otpTasksPerAskerPerHour',
  'otpTasksPerAddressPerHour',
  'oauthCodeMs',
  'oauthAccessTokenMs',
  'signInsShown',
  'lastSeenMs',
  'outboxMessages',
  'paperSigningDays',
  'depositValidMs',
  'depositsWaiting',
  'bankNotificationLateMs',
  'bankNotificationEarlyMs',
  'depositAloneVnd',
  'beneficiaryHoldMs',
  'withdrawLeastVnd',
  'withdrawSecondApprovalVnd',
] as const satisfies readonly (keyof typeof LIMITS)[];

export type SettableLimit = (typeof SETTABLE_LIMITS)[number];

/** From a tenth of a limit to ten times: anything further is a typing error or another unit. */
const REACH = 10;

const rangeOf = (limit: SettableLimit) => ({ least: Math.ceil(LIMITS[limit] / REACH), most: LIMITS[limit] * REACH });

/** A whole number in its range for each limit that is set; an unknown name is an error. */
export const limitSettings = z.strictObject(
  Object.fromEntries(
    SETTABLE_LIMITS.map((limit) => {
      const { least, most } = rangeOf(limit);
      return [limit, z.int().min(least).max(most).optional()];
    }),
  ),
);

/** All faults of these settings, one sentence each. */
export function limitFaults(settings: unknown): string[] {
  const { error } = limitSettings.safeParse(settings);
  return (error?.issues ?? []).flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map(unknownName);
    const limit = SETTABLE_LIMITS.find((name) => name === issue.path[0]);
    if (!limit) return ['the file has to hold one object: {"ordersPerSecond": 10}'];
    const { least, most } = rangeOf(limit);
    return [`${limit} has to be a whole number from ${least} to ${most}`];
  });
}

function unknownName(name: string): string {
  return name in LIMITS
    ? `${name} is part of the client and can not be set: it is the same in every installation`
    : `${name} is no limit of this product`;
}

/** Sets them for this process. Call before any other module reads a limit: many do so when loaded. */
export function setLimits(settings: z.infer<typeof limitSettings>): void {
  Object.assign(LIMITS, settings);
}

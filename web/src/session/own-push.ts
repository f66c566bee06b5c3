/** Remembers for whom this browser is notified, so that it is looked after when they are here (accounts/own-browser.ts). */
import { isRecord, readKept, writeKept } from '#session/kept-value.ts';

export interface OwnPush {
  readonly userId: string;
  readonly deviceId: string;
}

const KEY = 'own-push';

export function readOwnPush(): OwnPush | null {
  try {
    const kept: unknown = JSON.parse(readKept(KEY) ?? 'null');
    if (!isRecord(kept) || typeof kept.userId !== 'string' || typeof kept.deviceId !== 'string') return null;
    return { userId: kept.userId, deviceId: kept.deviceId };
  } catch {
    return null;
  }
}

export function keepOwnPush(own: OwnPush | null): void {
  writeKept(KEY, JSON.stringify(own));
}

/** Reads and writes one key of local storage; a browser that forbids it behaves like one that forgets. */
export function readKept(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeKept(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // Private windows and full disks refuse the write: the choice then holds for this page only.
  }
}

/** Whether it can be looked into: what was stored is untrusted. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

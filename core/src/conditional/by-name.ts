/** Sorts by name, whatever the place and language of the machine. */
export function byName(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

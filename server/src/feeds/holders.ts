/** Finds the holders of a contract. */
export interface Holders<Holder> {
  /** Replaces the contracts of a holder. */
  set(holder: Holder, codes: readonly string[]): void;
  of(code: string): Iterable<Holder>;
}

export function createHolders<Holder>(): Holders<Holder> {
  const byCode = new Map<string, Set<Holder>>();
  const held = new Map<Holder, readonly string[]>();

  function drop(holder: Holder, code: string): void {
    const some = byCode.get(code);
    some?.delete(holder);
    if (some?.size === 0) byCode.delete(code);
  }

  return {
    set(holder, codes) {
      for (const code of held.get(holder) ?? []) drop(holder, code);
      held.delete(holder);
      if (codes.length === 0) return;
      held.set(holder, codes);
      for (const code of codes) {
        const some = byCode.get(code) ?? new Set();
        byCode.set(code, some.add(holder));
      }
    },
    of: (code) => byCode.get(code) ?? [],
  };
}

/** A broken invariant: its name (docs/rules/margin-and-money.md#invariants) and the evidence. */
export class Violation extends Error {
  readonly invariant: string;
  constructor(invariant: string, seen: string) {
    super(`${invariant}: ${seen}`);
    this.invariant = invariant;
  }
}

export function hold(condition: boolean, invariant: string, seen: () => string): void {
  if (!condition) throw new Violation(invariant, seen());
}

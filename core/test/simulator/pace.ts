/**
 * Spaces out what grows with the simulation's size (crashes, snapshots, restored copies, hashes): after n steps, at the
 * earliest n / 40 steps after the last time. So a long simulation spends its time on steps, and a short one, up to
 * `FREELY`, is not affected.
 */
const FREELY = 10_000;
const SHARE = 40;

export class Pace {
  private lastAt = 0;

  /** True when it may happen now; it counts as done. */
  take(at: number): boolean {
    if (at > FREELY && at - this.lastAt < at / SHARE) return false;
    this.lastAt = at;
    return true;
  }
}

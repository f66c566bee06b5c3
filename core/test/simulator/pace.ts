/**
 * What costs as much as the simulation is large (crashes, snapshots, restored copies, hashes) becomes rarer as it
 * grows: after n steps at the earliest n / 40 after the last time. So a long simulation's time goes into its steps, and
 * a short one, up to `FREELY`, is left as it is.
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

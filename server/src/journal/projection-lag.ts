/**
 * How far the read tables are behind, for a process that does not fill them: where none does, nobody else would tell.
 * It looks when it is asked, and tells what it found the time before: a database that hangs holds nobody up.
 */
export interface ProjectionLag {
  /** How long the read tables have lacked something that is on disk, in ms. */
  readonly lagMs: number;
}

export function watchProjectionLag(options: {
  readonly readProjectedSeq: () => Promise<number>;
  readonly durableSeq: () => number;
  readonly nowMs: () => number;
}): ProjectionLag {
  const { readProjectedSeq, durableSeq, nowMs } = options;
  let lacked: { readonly seq: number; readonly sinceMs: number } | undefined;
  let lagMs = 0;
  let isLooking = false;

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    const durable = { seq: durableSeq(), sinceMs: nowMs() };
    try {
      const place = await readProjectedSeq();
      if (lacked && place >= lacked.seq) lacked = undefined;
      if (place < durable.seq) lacked ??= durable;
      lagMs = lacked ? nowMs() - lacked.sinceMs : 0;
    } catch {
      // A database that does not answer has alarms of its own.
    } finally {
      isLooking = false;
    }
  }

  return {
    get lagMs() {
      void look();
      return lagMs;
    },
  };
}

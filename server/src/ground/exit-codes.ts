/** Restarting can't help; the supervisor does not try. */
export const HOPELESS = 78;
/** An unexpected failure: the next start recovers. */
export const CRASHED = 70;

/** Starting again can't help, and the supervisor does not try. */
export const HOPELESS = 78;
/** Something that nobody expected: the next start recovers. */
export const CRASHED = 70;

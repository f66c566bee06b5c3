/** A venue whose market lives in a thread of ours: whoever moves a manual clock can wait for it. */
import type { Venue } from '#venue/venue';

export interface ThreadVenue extends Venue {
  /** Resolves when everything due by the clock's now has been told to the listener. */
  caughtUp(): Promise<void>;
}

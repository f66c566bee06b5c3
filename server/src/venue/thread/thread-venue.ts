/** A venue whose market runs in a worker thread: whoever moves a manual clock can wait for it. */
import type { SimulatedControls } from '#venue/port/simulated-controls.ts';
import type { Venue } from '#venue/port/venue.ts';

export interface ThreadVenue extends Venue {
  readonly controls: SimulatedControls;
}

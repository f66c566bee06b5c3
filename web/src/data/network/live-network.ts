/** The network of this page. Loading this part starts it: pings go out from here on, whether a feed is open or not. */
import { createNetwork } from './network.ts';
import { browser } from './surroundings.ts';
import { onWake } from './wake.ts';

export const network = createNetwork(browser, onWake);

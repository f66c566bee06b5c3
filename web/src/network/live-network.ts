/**
 * Creates the network of this page. Loading this part starts it: pings go out from here on, whether a feed is open or
 * not.
 */
import { createNetwork } from '#network/network.ts';
import { browser } from '#network/surroundings.ts';
import { onWake } from '#network/wake.ts';

export const network = createNetwork(browser, onWake);

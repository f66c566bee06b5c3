/** The network of this page. Loading this part starts it: pings go out from here on, whether a feed is open or not. */
import { createNetwork } from '#data/network/network.ts';
import { browser } from '#data/network/surroundings.ts';
import { onWake } from '#data/network/wake.ts';

export const network = createNetwork(browser, onWake);

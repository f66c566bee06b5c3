/** Beats beside the page: browsers wake a page in the background once a minute at most, a worker they don't hold up. */
const BEAT_MS = 5_000;

setInterval(() => postMessage(null), BEAT_MS);

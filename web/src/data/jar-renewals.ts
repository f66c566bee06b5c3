/**
 * Some calls give this browser's jar another cookie. What was sent with the one before and comes to the server after it
 * is answered as nobody's: that is no lost session, and nothing was done, so it is sent again with the new cookie.
 */
const underWay = new Set<Promise<unknown>>();
let renewed = 0;

/** A call whose answer renews the jar's cookie. */
export function renewingJar<T>(call: Promise<T>): Promise<T> {
  const noted = call.then((reply) => {
    renewed += 1;
    return reply;
  });
  underWay.add(noted);
  return noted.finally(() => underWay.delete(noted));
}

/** Before a call is sent: tells later whether the jar was renewed since, once that is settled. */
export function watchJar(): () => Promise<boolean> {
  const before = renewed;
  return async () => {
    await Promise.allSettled(underWay);
    return renewed !== before;
  };
}

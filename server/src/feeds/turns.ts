/** Sending to thousands in turns, between which orders come through. Each yield is the end of a turn. */

/** Written to in one turn: about a millisecond of writing. */
const SOCKETS_PER_TURN = 64;

export type Turns = Generator<void, void>;

/** Steps to the end, one turn after another; `onEnd` is told there. The first turn is taken at once. */
export function takeTurns(turns: Turns, onEnd: () => void = () => undefined): void {
  if (turns.next().done) onEnd();
  else setImmediate(takeTurns, turns, onEnd);
}

/** Every item, a turn's worth at a time. */
export function* inTurns<Item>(items: Iterable<Item>, take: (item: Item) => void): Turns {
  let taken = 0;
  for (const item of items) {
    take(item);
    taken += 1;
    if (taken % SOCKETS_PER_TURN === 0) yield;
  }
}

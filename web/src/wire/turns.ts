/** Changes of one thing that are chosen faster than they are answered: sent one after the other, as they were chosen. */
export interface Turn<T> {
  readonly reply: Promise<T>;
  /** Whether nothing was chosen after it: an earlier one's reply says how things were before the later one. */
  isLast(): boolean;
}

export function createTurns<T>(): (call: () => Promise<T>) => Turn<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (call) => {
    const reply = last.then(call, call);
    last = reply;
    return { reply, isLast: () => last === reply };
  };
}

/** What may be in another process: its answers are awaited, wherever it is. */
export type PerhapsRemote<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Answer | Promise<Awaited<Answer>>
    : never;
};

/**
 * Maps with undo: entries from steps that a crash has lost are reverted, newest first. Values are never changed in
 * place.
 */
export class UndoLog {
  /** The step that is being learnt. */
  seq = 0;
  private readonly entries: { readonly seq: number; readonly undo: () => void }[] = [];

  note(undo: () => void): void {
    this.entries.push({ seq: this.seq, undo });
  }

  /** Everything so far is on disk: it stays. */
  settle(): void {
    this.entries.length = 0;
  }

  /** The steps after this one never happened. */
  rollBack(seq: number): void {
    for (let last = this.entries.at(-1); last && last.seq > seq; last = this.entries.at(-1)) {
      last.undo();
      this.entries.pop();
    }
    this.seq = seq;
  }
}

export class UndoMap<K, V> {
  private readonly log: UndoLog;
  private readonly map = new Map<K, V>();

  constructor(log: UndoLog) {
    this.log = log;
  }

  get size(): number {
    return this.map.size;
  }

  get(key: K): V | undefined {
    return this.map.get(key);
  }

  has(key: K): boolean {
    return this.map.has(key);
  }

  keys(): IterableIterator<K> {
    return this.map.keys();
  }

  values(): IterableIterator<V> {
    return this.map.values();
  }

  [Symbol.iterator](): IterableIterator<[K, V]> {
    return this.map[Symbol.iterator]();
  }

  set(key: K, value: V): void {
    this.noteBefore(key);
    this.map.set(key, value);
  }

  delete(key: K): void {
    if (!this.map.has(key)) return;
    this.noteBefore(key);
    this.map.delete(key);
  }

  /** For what no crash takes back. */
  deleteForGood(key: K): void {
    this.map.delete(key);
  }

  private noteBefore(key: K): void {
    const before = this.map.get(key);
    this.log.note(() => {
      if (before === undefined) this.map.delete(key);
      else this.map.set(key, before);
    });
  }
}

/** The client's only source of time: tests set it, and nothing else calls Date.now. */
let source: () => number = () => Date.now();

export function nowMs(): number {
  return source();
}

/** Replaces the source; returns how to put the real one back. */
export function setClock(next: () => number): () => void {
  source = next;
  return () => {
    source = () => Date.now();
  };
}

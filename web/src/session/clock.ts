/** Provides the client's only source of time: tests replace it, and nothing else calls Date.now. */
let source: () => number = () => Date.now();

export function nowMs(): number {
  return source();
}

/** Replaces the source; returns a function that restores the real one. */
export function setClock(next: () => number): () => void {
  source = next;
  return () => {
    source = () => Date.now();
  };
}

/** Says that the investor who is connected has arranged something, on this device or another. */
type Listener = (place?: number) => void;

const listeners = new Set<Listener>();

export function subscribeKeepsakeNews(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Without a place on every new connection: what was said meanwhile is lost. */
export function publishKeepsakeNews(place?: number): void {
  for (const listener of [...listeners]) listener(place);
}

/**
 * Seeded randomness for simulators and workloads, and the 32-bit hash that the state digest and the market model share.
 * Integer arithmetic only, so every engine and machine draws the same numbers.
 */

/** Murmur3's finaliser: spreads every bit of a 32-bit integer over all 32. */
export function mix32(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** 32-bit hash of a text, by UTF-16 code units (FNV-1a, then mixed). */
export function hashText(text: string, seed = 0x811c9dc5): number {
  let h = seed | 0;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mix32(h);
}

/** `hashText` of a long text with two seeds, which is read once. */
export function hashTextTwice(text: string, oneSeed: number, otherSeed: number): readonly [number, number] {
  let one = oneSeed | 0;
  let other = otherSeed | 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x01000193);
  }
  return [mix32(one), mix32(other)];
}

export interface Random {
  /** Uniform in [0, 2^32). */
  next(): number;
  /** Uniform whole number in [0, bound). */
  below(bound: number): number;
  /** Uniform whole number in [low, high]. */
  between(low: number, high: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
}

/** Counter-based generator: the n-th draw is a hash of (seed, n). */
export function seededRandom(seed: number): Random {
  let counter = 0;
  const key = mix32(seed ^ 0x9e3779b9);
  const next = (): number => {
    counter = (counter + 0x9e3779b9) | 0;
    return mix32(mix32(counter ^ key) + key);
  };
  const below = (bound: number): number => Math.floor((next() / 0x1_0000_0000) * bound);
  return {
    next,
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (probability) => next() / 0x1_0000_0000 < probability,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('invariant broken: pick from an empty list');
      return item;
    },
  };
}

/**
 * Randomness as a pure function: every draw is a hash of a key and a number, so any instant can be computed alone, in
 * any order, and a restart finds the same market. Exact integers; the same on every engine and machine.
 */
import { hashText, mix32 } from '@mua/core/values';

export type Key = number;

const UINT32 = 0x1_0000_0000;
/** Mean and standard deviation of the sum of four 16-bit halves. */
const HALVES_MEAN = 131_070;
const HALVES_DEVIATION = Math.sqrt((65_536 * 65_536 - 1) / 3);

export function keyOf(seed: number, role: string, name: string): Key {
  return mix32(hashText(`${role}:${name}`) ^ mix32(seed + 0x9e3779b9));
}

/** Mean 0, variance 1, light tails: sums of many are Gaussian, a single one never reaches 4. */
export function gauss(key: Key, node: number): number {
  const first = mix32(Math.imul(node, 0x9e3779b1) ^ key);
  const second = mix32(first + key);
  return ((first & 0xffff) + (first >>> 16) + (second & 0xffff) + (second >>> 16) - HALVES_MEAN) / HALVES_DEVIATION;
}

/** 32 random bits. */
export function bits(key: Key, number: number): number {
  return mix32(mix32(Math.imul(number, 0x9e3779b1) ^ key) + key);
}

/** Uniform in [0, 1). */
export function uniform(key: Key, number: number): number {
  return bits(key, number) / UINT32;
}

/** +1 or -1. */
export function sign(key: Key, number: number): 1 | -1 {
  return (bits(key, number) & 1) === 0 ? 1 : -1;
}

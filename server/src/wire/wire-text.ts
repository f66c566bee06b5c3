/** Engine values in wire form: instants, and refusal facts by kind. */
import type { Facts } from '@mua/contract/errors';
import { FACT_KINDS, type FactKind, type PriceGrid, priceToText, type Ticks } from '@mua/core/values';
import { sha256 } from '#ground/sha256.ts';

export function instantText(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

export function instantOrNull(timeMs: number | null): string | null {
  return timeMs === null ? null : instantText(timeMs);
}

/** The wire form of a stored instant. */
export function storedInstant(timeMs: bigint | null): string | null {
  return instantOrNull(timeMs === null ? null : Number(timeMs));
}

export function priceOrNull(ticks: Ticks | null | undefined, grid: PriceGrid): string | null {
  return ticks === null || ticks === undefined ? null : priceToText(ticks, grid);
}

const WIRE_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** An exchange's id in the wire's alphabet: unchanged if it fits, otherwise encoded, the same every time. */
export function idText(venueId: string): string {
  if (WIRE_ID.test(venueId)) return venueId;
  const encoded = Buffer.from(venueId, 'utf8').toString('base64url');
  return encoded.length <= 64 ? encoded : sha256(venueId);
}

function kindOf(name: string): FactKind | undefined {
  const kinds: Readonly<Record<string, FactKind>> = FACT_KINDS;
  return kinds[name];
}

/**
 * Refusal facts in wire form: ticks to price text by the contract's grid, dong to text, milliseconds to ISO. Nulls are
 * omitted. A stored refusal has its dong as text already.
 */
export function factsToWire(facts: Readonly<Record<string, unknown>>, grid: PriceGrid | undefined): Facts {
  const wire: Facts = {};
  for (const [name, value] of Object.entries(facts)) {
    if (value === null || value === undefined) continue;
    wire[name] = factToWire(kindOf(name), value, grid);
  }
  return wire;
}

function factToWire(kind: FactKind | undefined, value: unknown, grid: PriceGrid | undefined): string | number {
  if (typeof value !== 'number') return String(value);
  if (kind === 'lots' || kind === 'count') return value;
  if (kind === 'time') return instantText(value);
  return kind === 'price' && grid ? priceToText(value, grid) : String(value);
}

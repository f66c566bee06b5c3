/** Engine values as the wire writes them: instants, and the facts of a refusal by their kind. */
import type { Facts } from '@mua/contract/errors';
import { FACT_KINDS, type FactKind, type PriceGrid, priceToText } from '@mua/core/values';
import { sha256 } from '#ground/sha256.ts';

export function instantText(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

export function instantOrNull(timeMs: number | null): string | null {
  return timeMs === null ? null : instantText(timeMs);
}

/** The same of a column. */
export function storedInstant(timeMs: bigint | null): string | null {
  return instantOrNull(timeMs === null ? null : Number(timeMs));
}

const WIRE_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** An exchange's own id as one of ours: as it is where it may be, else in other letters, the same every time. */
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
 * A refusal's facts: ticks to price text by the contract's grid, dong to text, milliseconds to ISO. What is null is
 * left out. Facts of a stored refusal carry their dong as text already.
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
  if (kind === 'lots') return value;
  if (kind === 'time') return instantText(value);
  return kind === 'price' && grid ? priceToText(value, grid) : String(value);
}

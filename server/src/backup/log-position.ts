/**
 * Positions in PostgreSQL's write-ahead log, and the names of its segments: timeline, high and low half of the number,
 * eight hex digits each.
 */

const HALF = 0x1_0000_0000n;

/** From PostgreSQL's text, `16/B374D848`. */
export function readPosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function positionText(position: bigint): string {
  return `${hex(position / HALF)}/${hex(position % HALF)}`;
}

export function segmentStart(position: bigint, segmentBytes: number): bigint {
  return position - (position % BigInt(segmentBytes));
}

/** Of the segment that holds the position. */
export function segmentName(timeline: number, position: bigint, segmentBytes: number): string {
  const number = position / BigInt(segmentBytes);
  const perHalf = HALF / BigInt(segmentBytes);
  return [BigInt(timeline), number / perHalf, number % perHalf].map((part) => hex(part).padStart(8, '0')).join('');
}

/** Where a segment begins. */
export function startOfSegment(name: string, segmentBytes: number): bigint {
  const perHalf = HALF / BigInt(segmentBytes);
  const number = BigInt(`0x${name.slice(8, 16)}`) * perHalf + BigInt(`0x${name.slice(16, 24)}`);
  return number * BigInt(segmentBytes);
}

function hex(value: bigint): string {
  return value.toString(16).toUpperCase();
}

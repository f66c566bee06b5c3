/**
 * A time zone's clock: from an instant to local minutes and back, by the runtime's own zone data. The offset of a day is
 * asked for once and remembered, because a formatter costs microseconds and a calendar asks hundreds of times.
 */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export interface Zone {
  /** Minutes of local time since 1970-01-01 00:00. */
  toLocal(timeMs: number): number;
  /** The instant of a local minute; one that the clock skips in spring is read as it ran before. */
  toMs(localMinutes: number): number;
}

const zones = new Map<string, Zone>();

export function zoneOf(name: string): Zone {
  const known = zones.get(name) ?? createZone(name);
  zones.set(name, known);
  return known;
}

function createZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  /** By UTC day: one offset, or one for each hour of a day on which it changes. */
  const days = new Map<number, number | readonly number[]>();

  function ask(timeMs: number): number {
    const parts = new Map(format.formatToParts(timeMs).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    const localMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
    return (localMs - Math.floor(timeMs / MINUTE_MS) * MINUTE_MS) / MINUTE_MS;
  }

  function offsetsOf(day: number): number | readonly number[] {
    const first = ask(day * DAY_MS);
    if (first === ask((day + 1) * DAY_MS)) return first;
    return Array.from({ length: 24 }, (_, hour) => ask(day * DAY_MS + hour * HOUR_MS));
  }

  /** Minutes to add to UTC. */
  function offset(timeMs: number): number {
    const day = Math.floor(timeMs / DAY_MS);
    let offsets = days.get(day);
    if (offsets === undefined) {
      offsets = offsetsOf(day);
      days.set(day, offsets);
    }
    return typeof offsets === 'number' ? offsets : (offsets[Math.floor((timeMs - day * DAY_MS) / HOUR_MS)] ?? 0);
  }

  return {
    toLocal: (timeMs) => Math.floor(timeMs / MINUTE_MS) + offset(timeMs),
    toMs(localMinutes) {
      const asUtc = localMinutes * MINUTE_MS;
      const first = asUtc - offset(asUtc) * MINUTE_MS;
      const second = asUtc - offset(first) * MINUTE_MS;
      return offset(second) === offset(first) ? second : Math.max(first, second);
    },
  };
}

/**
 * Converts instants to local minutes and back, by the runtime's time zone data. Offsets are cached by fortnight,
 * because a formatter costs microseconds and a calendar asks hundreds of times.
 */
const MINUTE_MS = 60_000;
/** No listed exchange's zone changes its clock twice in so short a time. */
const STRETCH_MS = 14 * 86_400_000;

export interface Zone {
  /** Minutes of local time since 1970-01-01 00:00. */
  toLocal(timeMs: number): number;
  /** The instant of a local minute; one that is skipped in spring is read with the old offset. */
  toMs(localMinutes: number): number;
}

/** Minutes to add to UTC, before and after the one instant at which they may change. */
interface Stretch {
  readonly before: number;
  readonly after: number;
  readonly changesMs: number;
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
  const stretches = new Map<number, Stretch>();

  function ask(timeMs: number): number {
    const parts = new Map(format.formatToParts(timeMs).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    const localMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
    return (localMs - Math.floor(timeMs / MINUTE_MS) * MINUTE_MS) / MINUTE_MS;
  }

  function stretchOf(index: number): Stretch {
    let fromMs = index * STRETCH_MS;
    let toMs = fromMs + STRETCH_MS;
    const before = ask(fromMs);
    const after = ask(toMs);
    if (before === after) return { before, after, changesMs: fromMs };
    while (toMs - fromMs > MINUTE_MS) {
      const middleMs = Math.floor((fromMs + toMs) / 2 / MINUTE_MS) * MINUTE_MS;
      if (ask(middleMs) === before) fromMs = middleMs;
      else toMs = middleMs;
    }
    return { before, after, changesMs: toMs };
  }

  /** Minutes to add to UTC. */
  function offset(timeMs: number): number {
    const index = Math.floor(timeMs / STRETCH_MS);
    let stretch = stretches.get(index);
    if (stretch === undefined) {
      stretch = stretchOf(index);
      stretches.set(index, stretch);
    }
    return timeMs < stretch.changesMs ? stretch.before : stretch.after;
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

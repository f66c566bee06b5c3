/**
 * When each listed commodity trades. Times are the exchange's local time; where a broker's sheet gives Vietnam time,
 * its summer column was converted to the exchange's zone and checked against its winter column.
 */
import type { Calendar, ClockTime, DayChange, Holiday, OpeningDay, SessionHours } from '#instruments/calendar.ts';
import type { Commodity } from '#instruments/commodity.ts';
import {
  AFTER_CHRISTMAS,
  AFTER_INDEPENDENCE_DAY,
  AFTER_NEW_YEAR,
  AFTER_THANKSGIVING,
  americanHolidays,
  BANK_HOLIDAYS,
  CHRISTMAS,
  CHRISTMAS_EVE,
  closedOn,
  GOOD_FRIDAY,
  INDEPENDENCE_DAY,
  JAPAN_HOLIDAYS,
  LABOR_DAY,
  MALAYSIA_HOLIDAYS,
  MEMORIAL_DAY,
  NEW_YEAR,
  NEW_YEARS_EVE,
  SINGAPORE_HOLIDAYS,
  THANKSGIVING,
} from '#instruments/reference/public-holidays.ts';
import type { SourceName } from '#instruments/reference/sources.ts';

/** A calendar with the sources of its hours and holidays. */
interface ReferenceCalendar extends Calendar {
  readonly sources: readonly SourceName[];
}

/** No sheet says since when its hours apply; the price history begins well after this date. */
const ALWAYS = '2015-01-01';
const CLOSED: DayChange = { kind: 'closed' };

function session(opensOn: OpeningDay, opensAt: ClockTime, closesAt: ClockTime): SessionHours {
  return { opensOn, opensAt, closesAt };
}

function calendar(
  zone: string,
  sources: readonly SourceName[],
  holidays: readonly Holiday[],
  ...sessions: readonly SessionHours[]
): ReferenceCalendar {
  return { zone, sources, holidays, hours: [{ from: ALWAYS, sessions }] };
}

/**
 * CME's metals and energies: 23 hours, the next date from 18:00 in New York. On American holidays they trade until the
 * afternoon, as a part of the next trade date.
 */
const CME_GLOBEX: ReferenceCalendar = calendar(
  'America/New_York',
  ['lean-hours', 'spec-wti', 'spec-silver', 'spec-nsi'],
  [
    ...closedOn([NEW_YEAR, GOOD_FRIDAY, CHRISTMAS]),
    ...americanHolidays({ kind: 'joinsNext', closesAt: '14:30', closesOnFridayAt: '13:00' }),
    { rule: AFTER_THANKSGIVING, change: { kind: 'short', closesAt: '14:45' } },
    { rule: CHRISTMAS_EVE, change: { kind: 'short', closesAt: '13:45' } },
  ],
  session('eve', '18:00', '41:00'),
);

/** After these days off grains have no evening session: the next day opens in the morning. */
const GRAIN_HOLIDAYS: readonly Holiday[] = [
  ...closedOn([NEW_YEAR, GOOD_FRIDAY, CHRISTMAS]),
  ...americanHolidays(CLOSED),
  { rule: AFTER_THANKSGIVING, change: { kind: 'short', opensAt: '08:30', closesAt: '12:05' } },
  { rule: CHRISTMAS_EVE, change: { kind: 'short', closesAt: '12:05' } },
  ...[AFTER_NEW_YEAR, AFTER_INDEPENDENCE_DAY, AFTER_CHRISTMAS].map(
    (rule): Holiday => ({ rule, change: { kind: 'short', opensAt: '08:30' } }),
  ),
];

function grains(sources: readonly SourceName[], eveningCloses: ClockTime, dayCloses: ClockTime): ReferenceCalendar {
  return calendar(
    'America/Chicago',
    sources,
    GRAIN_HOLIDAYS,
    session('eve', '19:00', eveningCloses),
    session('day', '08:30', dayCloses),
  );
}

const GRAINS = grains(['lean-hours', 'vmex-hours'], '31:45', '13:20');
const MINI_GRAINS = grains(['vmex-hours'], '31:45', '13:45');
const RICE = grains(['spec-rice'], '21:00', '13:20');

const SOFT_HOLIDAYS: readonly Holiday[] = [
  ...closedOn([NEW_YEAR, GOOD_FRIDAY, CHRISTMAS]),
  ...americanHolidays(CLOSED),
  { rule: CHRISTMAS_EVE, change: { kind: 'short', closesAt: '13:05' } },
];

function softs(source: SourceName, opensAt: ClockTime, closesAt: ClockTime): ReferenceCalendar {
  return calendar('America/New_York', [source, 'lean-hours'], SOFT_HOLIDAYS, session('day', opensAt, closesAt));
}

const COTTON: ReferenceCalendar = calendar(
  'America/New_York',
  ['spec-cotton', 'lean-hours'],
  [
    ...SOFT_HOLIDAYS,
    { rule: AFTER_THANKSGIVING, change: { kind: 'short', opensAt: '08:00', closesAt: '13:30' } },
    { rule: AFTER_CHRISTMAS, change: { kind: 'short', opensAt: '08:00' } },
  ],
  session('eve', '21:00', '38:20'),
);

/** Oil trades on American holidays, for fewer hours. Early closes are those of 2020, the newest known. */
const ICE_OIL: ReferenceCalendar = calendar(
  'Europe/London',
  ['spec-brent', 'spec-brentmini', 'lean-hours'],
  [
    ...closedOn([NEW_YEAR, GOOD_FRIDAY, CHRISTMAS]),
    ...[MEMORIAL_DAY, INDEPENDENCE_DAY, LABOR_DAY, THANKSGIVING].map(
      (rule): Holiday => ({ rule, change: { kind: 'short', closesAt: '18:30' } }),
    ),
    { rule: AFTER_THANKSGIVING, change: { kind: 'short', closesAt: '19:00' } },
    { rule: CHRISTMAS_EVE, change: { kind: 'short', closesAt: '19:00' } },
    { rule: NEW_YEARS_EVE, change: { kind: 'short', closesAt: '20:00' } },
  ],
  session('day', '01:00', '23:00'),
);

function london(source: SourceName, opensAt: ClockTime, closesAt: ClockTime): ReferenceCalendar {
  return calendar('Europe/London', [source], BANK_HOLIDAYS, session('day', opensAt, closesAt));
}

/** The sheet gives 07:00 to 01:00 in Vietnam for the whole year; the exchange follows London's clock. */
const LME_SELECT = london('spec-lead', '01:00', '19:00');

/** The evening session belongs to the next date; on Friday evening there is none. */
const PALM_OIL: ReferenceCalendar = calendar(
  'Asia/Kuala_Lumpur',
  ['spec-palm'],
  MALAYSIA_HOLIDAYS,
  session('tradingEve', '21:00', '23:30'),
  session('day', '10:30', '12:30'),
  session('day', '14:30', '18:00'),
);

/** The night session belongs to the next date, Friday's to Monday's. */
const RUBBER_RSS3: ReferenceCalendar = {
  ...calendar(
    'Asia/Tokyo',
    ['spec-rss3'],
    JAPAN_HOLIDAYS,
    session('dateBefore', '16:30', '19:00'),
    session('day', '09:00', '15:15'),
  ),
  hasBridgeDays: true,
};

const RUBBER_TSR20 = calendar('Asia/Singapore', ['spec-tsr20'], SINGAPORE_HOLIDAYS, session('day', '07:55', '18:00'));

/** Trading after 20:15 belongs to the next date. Two sheets differ on the opening; the exchange's own is 07:25. */
const IRON_ORE = calendar(
  'Asia/Singapore',
  ['spec-iron'],
  SINGAPORE_HOLIDAYS,
  session('dateBefore', '20:15', '29:15'),
  session('day', '07:25', '20:00'),
);

/** By exchange: the calendar of each commodity, or of all of them. */
const CALENDARS: Readonly<Record<string, ReferenceCalendar | Readonly<Record<string, ReferenceCalendar>>>> = {
  CBOT: {
    ZCE: GRAINS,
    ZSE: GRAINS,
    ZLE: GRAINS,
    ZME: GRAINS,
    ZWA: GRAINS,
    KWE: GRAINS,
    XC: MINI_GRAINS,
    XB: MINI_GRAINS,
    XW: MINI_GRAINS,
    ZRE: RICE,
  },
  NYMEX: CME_GLOBEX,
  COMEX: CME_GLOBEX,
  ACM: CME_GLOBEX,
  'ICE US': {
    KCE: softs('spec-arabica', '04:15', '13:30'),
    CCE: softs('spec-cocoa', '04:45', '13:30'),
    SBE: softs('spec-sugar', '03:30', '13:00'),
    CTE: COTTON,
  },
  'ICE EU': {
    QO: ICE_OIL,
    QP: ICE_OIL,
    LRC: london('spec-robusta-hours', '09:00', '17:30'),
    QW: london('spec-ws', '08:45', '18:00'),
  },
  'ICE SG': ICE_OIL,
  'OSE (TOCOM)': RUBBER_RSS3,
  SGX: { ZFT: RUBBER_TSR20, FEF: IRON_ORE },
  BMDX: PALM_OIL,
  LME: LME_SELECT,
};

/** The commodity's calendar; undefined for one that is not listed here (a benchmark's, a test's). */
export function calendarOf({ code, exchange }: Pick<Commodity, 'code' | 'exchange'>): Calendar | undefined {
  const found = CALENDARS[exchange];
  return found === undefined || isCalendar(found) ? found : found[code];
}

/** Those of all its commodities, each once. */
export function calendarsOf(exchange: string): readonly Calendar[] {
  const found = CALENDARS[exchange];
  if (found === undefined) return [];
  return isCalendar(found) ? [found] : [...new Set(Object.values(found))];
}

function isCalendar(
  found: ReferenceCalendar | Readonly<Record<string, ReferenceCalendar>>,
): found is ReferenceCalendar {
  return 'zone' in found;
}

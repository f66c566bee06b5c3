/**
 * What a trader has arranged and finds again on each device (record 185): a drawing, a template, a key. Each is one
 * thing under a key of its own, so that two devices that change two things never meet. Where they change the same, the
 * later stamp wins; a deletion is a change to `null`.
 */
import { z } from 'zod';
import { READABLE_TEXT } from '#readable-text.ts';
import { count, timeMs } from '#wire.ts';

/** Beside LIMITS, which every first screen loads. */
export const KEEPSAKES = {
  /** Of an investor, and the bytes of all their values. */
  most: 3000,
  mostBytes: 1_048_576,
  perCall: 40,
  /** A deletion is remembered this long; a device that was away for longer reads everything anew. */
  deletedDays: 90,
  /** A device's clock may be ahead by this much. */
  aheadMs: 5 * 60_000,
} as const;

/**
 * When and where something was written: milliseconds of a hybrid logical clock in fifteen digits, then the device.
 * Compared as text, which is the order of writing.
 */
export const keepsakeStamp = z
  .string()
  .regex(/^\d{15}\.[A-Za-z0-9_-]{8,24}$/)
  .meta({ id: 'KeepsakeStamp' });

/** Text as it was typed: shown, never computed with. */
const typed = (max: number) => z.string().max(max).regex(READABLE_TEXT);
/** A word of a closed list of the client's, which may grow before the server does. */
const word = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,31}$/);
const pixels = z.int().min(0).max(10_000);
const slot = z.int().min(0).max(99);

const drawing = z.strictObject({
  tool: word,
  /** Index in the palette. */
  slot,
  text: typed(80),
  points: z
    .array(
      z.strictObject({ timeMs: z.number().min(-1e14).max(1e14), price: z.string().regex(/^-?\d{1,15}(\.\d{1,9})?$/) }),
    )
    .min(1)
    .max(8),
  width: word.optional(),
  style: word.optional(),
  extend: word.optional(),
  isLocked: z.literal(true).optional(),
});

/** Indicators in the order chosen, and what differs from their defaults. */
const studies = z.strictObject({
  indicators: z.array(word).max(60),
  settings: z.record(
    word,
    z.strictObject({
      params: z.array(z.number().min(-1e9).max(1e9)).max(12),
      lines: z.array(z.strictObject({ slot, isShown: z.boolean() })).max(12),
    }),
  ),
});

const template = z.strictObject({
  side: word,
  orderType: word,
  duration: word,
  lotsText: typed(40),
  trailText: typed(40),
  trailUnit: word,
  exitUnit: word,
  takeProfitText: typed(40),
  stopLossText: typed(40),
  hasExits: z.boolean(),
  trailsStop: z.literal(true).optional(),
  isReduceOnly: z.boolean(),
});

const exits = z.strictObject({
  isOn: z.boolean(),
  unit: word,
  takeProfitText: typed(24),
  stopLossText: typed(24),
  trailsStop: z.literal(true).optional(),
});

/** One chord, one after another, or none. */
const shortcut = z.string().regex(/^(?:[a-z0-9+]{1,32}(?:>[a-z0-9+]{1,32})?)?$/);

/** As a chart's toolbar has it: `7m`, `1M`. */
const interval = z.string().regex(/^[1-9]\d{0,3}[a-zA-Z]$/);

/** Several charts: of each beside the first its contract, or null for the desk's, and its interval. */
const charts = z.strictObject({
  shape: word,
  others: z.array(z.strictObject({ code: word.nullable(), interval })).max(8),
  isSameInterval: z.boolean(),
  isSameTime: z.boolean(),
});

const desk = z.strictObject({
  moved: z.record(word, pixels),
  hidden: z.array(word).max(20),
  book: word,
  charts: charts.optional(),
});
const workspace = desk.extend({ list: word });

/** A name that somebody gave. */
const ownName = z.string().min(1).max(40).regex(READABLE_TEXT);

function kept<const Kind extends string, Key extends z.ZodType<string>, Value extends z.ZodType>(
  kind: Kind,
  key: Key,
  value: Value,
) {
  return z.strictObject({
    kind: z.literal(kind),
    key,
    stamp: keepsakeStamp,
    /** What its writer had before; null if nothing. Another one than the reader's: neither knew of the other. */
    before: keepsakeStamp.nullable(),
    /** Null once it is deleted. */
    value: value.nullable(),
  });
}

export const keepsake = z
  .discriminatedUnion('kind', [
    /** `ZCE id`: a drawing belongs to a commodity. */
    kept('drawing', z.string().regex(/^[A-Za-z0-9]{1,16} [A-Za-z0-9_-]{1,64}$/), drawing),
    kept('studies', z.literal('chart'), studies),
    kept('template', ownName, template),
    /** `accountId ZCE`: distances that go with each entry. */
    kept('exits', z.string().regex(/^[A-Za-z0-9_-]{1,64} [A-Za-z0-9]{1,16}$/), exits),
    /** An action's name. `singleKeys` is no action: there whoever does not want them has `off`. */
    kept('shortcut', word, shortcut),
    kept('desk', z.literal('arrangement'), desk),
    kept('workspace', ownName, workspace),
  ])
  .meta({ id: 'Keepsake' });
export type Keepsake = z.infer<typeof keepsake>;
export type KeepsakeKind = Keepsake['kind'];
export type KeepsakeValue<Kind extends KeepsakeKind> = NonNullable<Extract<Keepsake, { kind: Kind }>['value']>;

export const keepsakes = z
  .object({
    items: z.array(keepsake),
    /** Where the reader is now: the next reading goes on after it. */
    place: count,
    /**
     * Nothing was left out: what the reader has from the server and does not find here is deleted, for longer than
     * deletions are remembered.
     */
    isWhole: z.boolean(),
    /** The server's time, for the clock of a device that goes wrong. */
    nowMs: timeMs,
  })
  .meta({ id: 'Keepsakes' });
export type Keepsakes = z.infer<typeof keepsakes>;

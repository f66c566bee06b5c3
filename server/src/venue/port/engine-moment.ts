/**
 * Up to where the engine was. Whoever was told of one waits until its replica of the state and its market are there: then
 * it sees what it has caused.
 */
import { z } from 'zod';

/** Of two moments of the market it is clear which is the later: by the epoch, unless a clock was set back, then by the number. */
export const marketMoment = z.object({
  /** Of the life of whoever tells of the market: a later one has a higher one, unless a clock was set back. */
  epoch: z.int(),
  /** Of the last message with updates, from one on in each life. */
  number: z.int(),
  /** The engine's time. */
  timeMs: z.int(),
  /** The market's: a recording has its own. */
  marketMs: z.int(),
});
export type MarketMoment = z.infer<typeof marketMoment>;

export const engineMoment = z.object({
  /** Of the last command. */
  seq: z.int(),
  market: marketMoment,
});
export type EngineMoment = z.infer<typeof engineMoment>;

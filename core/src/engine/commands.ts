/**
 * Every command of the engine, as a closed list. Each input is a stamped command, so the journal is complete and replay
 * is exact.
 */
import type { InvestorCommand } from '#engine/investor-commands.ts';
import type { SystemCommand } from '#engine/system-commands.ts';

/** The sequencer stamps commands: seq is strictly +1, time never goes back. */
export interface Stamp {
  readonly seq: number;
  readonly timeMs: number;
  /** Of whoever sent it from another process: it recognises its own, and a successor executes none again. No rule reads it. */
  readonly submissionId?: string;
}

export type CommandBody = InvestorCommand | SystemCommand;
export type Command = Stamp & CommandBody;

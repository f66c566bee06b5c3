/** Where a fault can be planted: around the engine, in its state, between it and the exchange. Never in its files. */
import { type Command, type EngineEvent, type EngineState, execute, type VenueRequest } from '@mua/core/engine';
import { forgetEnded } from '#engine/ended-orders.ts';

export interface Break {
  readonly acknowledgesEarly?: boolean;
  readonly beforeExecute?: (state: EngineState, command: Command) => void;
  /** The engine is given another command than the one that is journaled. */
  readonly alterCommand?: (state: EngineState, command: Command) => Command;
  readonly afterExecute?: (state: EngineState, command: Command, events: EngineEvent[]) => void;
  /** Of a recovery: the snapshot is in memory, the journal's tail is not yet replayed. */
  readonly afterRestore?: (state: EngineState) => void;
  readonly afterRecovery?: (state: EngineState) => void;
  readonly alterRequest?: (request: VenueRequest) => VenueRequest;
  /** What the exchange that trades makes of a request; the slow one beside it receives it as it was sent. */
  readonly distorted?: (request: VenueRequest) => VenueRequest;
  readonly collarBasisPoints?: number;
}

/**
 * The engine, with the fault around it: the original, its recoveries and its restored copies all have the same.
 * `keptEnded`: an engine forgets ended orders when there are more, which takes longer than a simulation.
 */
export function engineWith(broken: Break | undefined, keptEnded?: number): typeof execute {
  if (!broken && keptEnded === undefined) return execute;
  return (state, command) => {
    broken?.beforeExecute?.(state, command);
    const events = execute(state, broken?.alterCommand?.(state, command) ?? command);
    broken?.afterExecute?.(state, command, events);
    if (keptEnded !== undefined) forgetEnded(state, keptEnded);
    return events;
  };
}

/** How a recording runs: at a speed, or paused. It only runs or jumps forward. */

export interface Playback {
  /** Multiple of the engine clock's speed. */
  readonly speed: number;
  readonly isPaused: boolean;
}

/** Milliseconds of the recording per millisecond of the engine. */
export function paceOf({ speed, isPaused }: Playback): number {
  return isPaused ? 0 : speed;
}

/** The state of a recording for its operator; times are the recording's. */
export interface RecordingState extends Playback {
  readonly contractCode: string;
  readonly positionMs: number;
  readonly endMs: number;
}

/** Undefined fields stay unchanged. */
export interface PlaybackChange {
  readonly speed?: number | undefined;
  readonly isPaused?: boolean | undefined;
  readonly jumpToMs?: number | undefined;
}

export interface RecordingPlayer {
  state(): RecordingState;
  /** Jumps first, then runs on. Resolves then; with false if the jump leads back or beyond the end. */
  play(change: PlaybackChange): Promise<boolean>;
}

/** How a recording runs: at a speed, or paused until it is to go on at that speed. It only runs or jumps forward. */

export interface Playback {
  /** So many times as fast as the engine's clock. */
  readonly speed: number;
  readonly isPaused: boolean;
}

/** The recording's milliseconds for one of the engine's. */
export function paceOf({ speed, isPaused }: Playback): number {
  return isPaused ? 0 : speed;
}

/** A recording as whoever plays it sees it; times are the recording's. */
export interface RecordingState extends Playback {
  readonly contractCode: string;
  readonly positionMs: number;
  readonly endMs: number;
}

/** What is undefined stays as it is. */
export interface PlaybackChange {
  readonly speed?: number | undefined;
  readonly isPaused?: boolean | undefined;
  readonly jumpToMs?: number | undefined;
}

export interface RecordingPlayer {
  state(): RecordingState;
  /** Jumps before it runs on. Resolves when it does; with false when the jump leads back or beyond the end. */
  play(change: PlaybackChange): Promise<boolean>;
}

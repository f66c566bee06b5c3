/** Plays short tones for events, made by the browser: nothing is loaded. They differ in shape, not in loudness. */
import { type AudibleKind, useNotices } from '#session/notice-store.ts';

/** Describes one note: its pitch in hertz, when it begins and how long it lasts, in seconds. */
interface Note {
  readonly hertz: number;
  readonly at: number;
  readonly lasts: number;
}

/** A fill rises, a refusal falls, an end is one low note; a tone that calls for the trader repeats. */
const TONES: Readonly<Record<AudibleKind, readonly Note[]>> = {
  filled: [note(660, 0, 0.12), note(880, 0.1, 0.2)],
  refused: [note(330, 0, 0.16), note(247, 0.14, 0.28)],
  triggered: [note(740, 0, 0.1), note(740, 0.14, 0.14)],
  ended: [note(392, 0, 0.18)],
  margin: [note(523, 0, 0.14), note(392, 0.18, 0.14), note(523, 0.36, 0.2)],
  alert: [note(988, 0, 0.3), note(1319, 0.08, 0.4)],
};
const LOUDNESS = 0.16;
const ATTACK_S = 0.012;

/** Plays only where this kind is switched on. */
export function soundFor(kind: AudibleKind): void {
  if (useNotices.getState().audible.includes(kind)) playTone(kind);
}

let context: AudioContext | null = null;

/** Stays silent in a browser that has no sound, or allows none before the first click. */
export function playTone(kind: AudibleKind): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const audio = context;
  void audio.resume().then(
    () => {
      for (const one of TONES[kind]) playNote(audio, one);
    },
    () => undefined,
  );
}

function playNote(audio: AudioContext, { hertz, at, lasts }: Note): void {
  const begin = audio.currentTime + at;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = 'sine';
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(LOUDNESS, begin + ATTACK_S);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + lasts);
  tone.connect(volume).connect(audio.destination);
  tone.start(begin);
  tone.stop(begin + lasts);
}

function note(hertz: number, at: number, lasts: number): Note {
  return { hertz, at, lasts };
}

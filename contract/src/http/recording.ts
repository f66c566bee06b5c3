/** Controls of a recorded market for its operator. A recording only runs or jumps forward. */
import { z } from 'zod';
import { defineRoute } from '#route.ts';
import { contractCode, instant } from '#wire.ts';

export const RECORDING_SPEED = { least: 1, greatest: 600 } as const;

const speed = z.number().min(RECORDING_SPEED.least).max(RECORDING_SPEED.greatest);

/** Times are the recording's own. */
export const recordingState = z
  .object({ contractCode, speed, isPaused: z.boolean(), position: instant, end: instant })
  .meta({ id: 'RecordingState' });
export type RecordingState = z.infer<typeof recordingState>;

export const readRecording = defineRoute({
  method: 'GET',
  path: '/operator/recording',
  access: 'operator',
  purpose: 'Returns the speed and position of a recorded market.',
  replies: { 200: recordingState },
  errors: [],
});

export const playRecording = defineRoute({
  method: 'POST',
  path: '/operator/recording',
  access: 'operator',
  purpose: 'Pauses the recording, lets it run on, sets its speed, or jumps forward; what is absent stays as it is.',
  body: z
    .strictObject({ speed: speed.optional(), isPaused: z.boolean().optional(), jumpTo: instant.optional() })
    .meta({ id: 'PlayRecordingRequest' }),
  replies: { 200: recordingState },
  errors: ['RecordingOnlyForward'],
});

/** Routes by which an operator controls a recorded market. */
import { playRecording, type RecordingState, readRecording } from '@mua/contract/http/recording';
import { type Bind, ok } from '#http/bind-route.ts';
import { replyError } from '#refusals/reply-error.ts';
import type { RecordingPlayer } from '#venue/port/playback.ts';
import { instantText } from '#wire/wire-text.ts';

/** Without a player the market is not a recording, and the routes answer not found. */
export function bindRecordingRoutes(bind: Bind, player: RecordingPlayer | undefined): void {
  bind(readRecording, () => ok(stateToWire(playerOr404(player))));
  bind(playRecording, async ({ body: { jumpTo, ...change } }) => {
    const found = playerOr404(player);
    const jumpToMs = jumpTo === undefined ? undefined : Date.parse(jumpTo);
    if (!(await found.play({ ...change, jumpToMs }))) {
      const { position, end } = stateToWire(found);
      throw replyError('RecordingOnlyForward', { position, end });
    }
    return ok(stateToWire(found));
  });
}

function playerOr404(player: RecordingPlayer | undefined): RecordingPlayer {
  if (!player) throw replyError('NotFound', {});
  return player;
}

function stateToWire(player: RecordingPlayer): RecordingState {
  const { positionMs, endMs, ...rest } = player.state();
  return { ...rest, position: instantText(positionMs), end: instantText(endMs) };
}

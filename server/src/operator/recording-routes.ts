/** Routes by which an operator controls a recorded market. */
import { playRecording, type RecordingState, readRecording } from '@mua/contract/http/recording';
import { type Bind, ok } from '#http/bind-route.ts';
import { replyError } from '#refusals/reply-error.ts';
import type { PerhapsRemote } from '#venue/port/perhaps-remote.ts';
import type { RecordingPlayer } from '#venue/port/playback.ts';
import { instantText } from '#wire/wire-text.ts';

/** Without a player the market is not a recording, and the routes answer not found. */
export function bindRecordingRoutes(bind: Bind, player: PerhapsRemote<RecordingPlayer> | undefined): void {
  bind(readRecording, async () => ok(await stateToWire(playerOr404(player))));
  bind(playRecording, async ({ body: { jumpTo, ...change } }) => {
    const found = playerOr404(player);
    const jumpToMs = jumpTo === undefined ? undefined : Date.parse(jumpTo);
    if (!(await found.play({ ...change, jumpToMs }))) {
      const { position, end } = await stateToWire(found);
      throw replyError('RecordingOnlyForward', { position, end });
    }
    return ok(await stateToWire(found));
  });
}

function playerOr404(player: PerhapsRemote<RecordingPlayer> | undefined): PerhapsRemote<RecordingPlayer> {
  if (!player) throw replyError('NotFound', {});
  return player;
}

async function stateToWire(player: PerhapsRemote<RecordingPlayer>): Promise<RecordingState> {
  const { positionMs, endMs, ...rest } = await player.state();
  return { ...rest, position: instantText(positionMs), end: instantText(endMs) };
}

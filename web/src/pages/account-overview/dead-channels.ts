/**
 * Reads by which channels no notice arrives any more. Loaded after the page has shown its figures, because all that is known
 * of channels comes along.
 */
import type { ChannelStatus } from '@mua/contract/entities/notice-delivery';
import { readNoticeDelivery } from '@mua/contract/http/notifications';
import { callAs } from '#signed-in/actor.ts';

/** Those that their owner could mend: a channel that the installation no longer has is none of theirs. */
export async function readDeadChannels(userId: string, signal: AbortSignal): Promise<ChannelStatus[]> {
  const { channels } = await callAs(userId, readNoticeDelivery, { signal });
  return channels.filter(({ isOffered, failingSince }) => isOffered && failingSince !== null);
}

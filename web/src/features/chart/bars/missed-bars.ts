/** Reports when bars may have been missed: the market feed has reconnected, or the machine woke up. */
import type { Contract } from '@mua/contract/entities/contract';
import { feedOf, feedStateOf, useConnections } from '#network/connection-store.ts';
import { onWake } from '#network/wake.ts';

export function onMissedBars({ productType }: Pick<Contract, 'productType'>, onMissed: () => void): () => void {
  const stops = [watchReconnects(feedOf(productType), onMissed), onWake(onMissed)];
  return () => {
    for (const stop of stops) stop();
  };
}

function watchReconnects(feed: ReturnType<typeof feedOf>, onReconnect: () => void): () => void {
  let wasConnected = feedStateOf(useConnections.getState().connections[feed]) === 'connected';
  let everConnected = wasConnected;
  return useConnections.subscribe(({ connections }) => {
    const isConnected = feedStateOf(connections[feed]) === 'connected';
    if (isConnected && !wasConnected && everConnected) onReconnect();
    everConnected ||= isConnected;
    wasConnected = isConnected;
  });
}

/** Browsers that are notified for an investor: which, and how one of them goes. */
import type { PushDevices } from '@mua/contract/entities/push-device';
import { listPushDevices, removePushDevice } from '@mua/contract/http/push';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callAs } from '#signed-in/actor.ts';

export function pushDevicesQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'push-devices'] as const,
    queryFn: ({ signal }): Promise<PushDevices> => callAs(userId, listPushDevices, { signal }),
  });
}

/** Throws `CallError`. */
export async function removeDevice(client: QueryClient, userId: string, deviceId: string): Promise<void> {
  const left = await callAs(userId, removePushDevice, { params: { deviceId } });
  client.setQueryData(pushDevicesQuery(userId).queryKey, left);
}

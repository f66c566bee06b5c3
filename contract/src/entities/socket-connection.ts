/** The client's state of each of its sockets (docs/rules/connections.md#sockets). */
import { z } from 'zod';

/** `payload` is what `subscribe` was sent with, so that it can be sent again after a reconnect. */
export const eventSubscription = z
  .object({ event: z.string(), payload: z.unknown() })
  .meta({ id: 'EventSubscription' });
export type EventSubscription = z.infer<typeof eventSubscription>;

/** One per named socket. `socket` is the socket library's handle, or null if none was created. */
export const socketConnection = z
  .object({
    name: z.string(),
    socket: z.unknown(),
    isConnected: z.boolean(),
    error: z.string().nullable(),
    disconnectReason: z.string().nullable(),
    /** At most one per event name. */
    eventSubscriptions: z.array(eventSubscription),
  })
  .meta({ id: 'SocketConnection' });
export type SocketConnection = z.infer<typeof socketConnection>;

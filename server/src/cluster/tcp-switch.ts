/**
 * An address that stays while what is behind it changes: the database's, in front of whoever is the primary. In
 * production haproxy does this.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpSwitch {
  /** On 127.0.0.1. */
  readonly port: number;
  /** New connections lead there. Those to another end: whoever is behind them is no longer the one. */
  lead(port: number | undefined): void;
  close(): Promise<void>;
}

/** Until it leads somewhere, connections are closed at once. */
export async function openTcpSwitch(): Promise<TcpSwitch> {
  let target: number | undefined;
  const open = new Set<Socket>();

  function track(socket: Socket, other: () => Socket): void {
    open.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => other().destroy());
    socket.on('close', () => {
      open.delete(socket);
      other().destroy();
    });
  }

  const server = createServer((near) => {
    if (target === undefined) {
      near.on('error', () => {}).destroy();
      return;
    }
    const far = connect(target, '127.0.0.1');
    track(near, () => far);
    track(far, () => near);
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  function cut(): void {
    for (const socket of open) socket.destroy();
  }

  return {
    port: (server.address() as AddressInfo).port,
    lead(port) {
      if (port === target) return;
      target = port;
      cut();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}

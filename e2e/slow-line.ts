/** Runs a proxy to the product that holds back the reply to one path, to test the page meanwhile. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export interface SlowLine {
  /** The product's address through this proxy: an origin of its own. */
  readonly url: string;
  /** Holds the next answer to this path. */
  hold(path: string): HeldAnswer;
  close(): void;
}

export interface HeldAnswer {
  /** Resolves when the product has answered and the page has not received it. */
  readonly isHeld: Promise<void>;
  /** Releases the answer; resolves when it was sent, or when nobody is waiting for it. */
  release(): Promise<void>;
}

interface Answer {
  readonly send: () => void;
  readonly to: ServerResponse;
}

interface Held {
  readonly path: string;
  readonly take: (answer: Answer) => void;
}

export async function openSlowLine(productUrl: string): Promise<SlowLine> {
  const { hostname: host, port } = new URL(productUrl);
  let held: Held | undefined;
  const server = createServer((asked: IncomingMessage, reply: ServerResponse) => {
    const { method, url: path, headers } = asked;
    const onward = request({ host, port, path, method, headers }, (answer) => {
      const send = (): void => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      };
      const holding = held;
      if (!holding || holding.path !== path) return send();
      held = undefined;
      holding.take({ send, to: reply });
    });
    onward.on('error', () => reply.destroy());
    asked.pipe(onward);
  });
  server.on('upgrade', ({ method, url: path, rawHeaders }, socket) => {
    const onward = connect(Number(port), host, () => {
      const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
      onward.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.pipe(onward).pipe(socket);
    });
    for (const [end, other] of [
      [onward, socket],
      [socket, onward],
    ] as const)
      end.on('error', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold(path) {
      const arrived = new Promise<Answer>((take) => {
        held = { path, take };
      });
      return {
        isHeld: arrived.then(() => undefined),
        async release() {
          const { send, to } = await arrived;
          if (to.destroyed) return;
          const gone = new Promise<void>((resolve) => to.on('close', resolve));
          send();
          await gone;
        },
      };
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

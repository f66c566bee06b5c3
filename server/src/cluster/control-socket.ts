/** How a command reaches the cluster that runs: a socket in its folder, for its own user only. */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** No cluster runs there, or one does already. */
export class ControlSocketError extends Error {}

export interface ControlSocket {
  close(): void;
}

/** Carries out what was asked, tells line by line, and returns whether it went well. */
type Order = (words: readonly string[], say: (line: string) => void) => Promise<boolean>;

const asked = z.array(z.string());
const told = z.union([z.object({ line: z.string() }), z.object({ isDone: z.boolean() })]);

/** Of the kernel. */
const PATH_BYTES = 107;

function pathIn(runDir: string): string {
  const path = join(runDir, 'control');
  if (Buffer.byteLength(path) > PATH_BYTES) throw new ControlSocketError(`--data: ${path} is too long for a socket`);
  return path;
}

/** @throws ControlSocketError if another cluster listens there */
export async function openControlSocket(runDir: string, order: Order): Promise<ControlSocket> {
  const path = pathIn(runDir);
  if (await isListening(path)) throw new ControlSocketError(`A cluster runs already in ${runDir}`);
  // Of one that was killed.
  rmSync(path, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => {});
    createInterface({ input: socket }).once('line', async (line) => {
      const tell = (what: z.infer<typeof told>): unknown =>
        socket.writable && socket.write(`${JSON.stringify(what)}\n`);
      const isDone = await order(asked.parse(JSON.parse(line)), (one) => tell({ line: one })).catch(
        (error: unknown) => {
          tell({ line: error instanceof Error ? error.message : String(error) });
          return false;
        },
      );
      tell({ isDone });
      socket.end();
    });
  });
  // Its folder is closed to others, and the socket is made as the umask says (keepFilesPrivate).
  server.listen(path);
  await once(server, 'listening');
  return {
    close() {
      server.close();
      rmSync(path, { force: true });
    },
  };
}

/** @throws ControlSocketError */
export async function askCluster(
  runDir: string,
  words: readonly string[],
  say: (line: string) => void,
): Promise<boolean> {
  const socket = connect(pathIn(runDir));
  try {
    await once(socket, 'connect');
  } catch {
    throw new ControlSocketError(`No cluster runs in ${runDir}: npm run cluster`);
  }
  socket.write(`${JSON.stringify(words)}\n`);
  for await (const line of createInterface({ input: socket })) {
    const one = told.parse(JSON.parse(line));
    if ('isDone' in one) return one.isDone;
    say(one.line);
  }
  throw new ControlSocketError('The cluster ended meanwhile');
}

async function isListening(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

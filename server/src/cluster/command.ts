/**
 * `npm run cluster`: all of a cluster on this machine. `-- kill engine` and `-- status` speak to the one that runs.
 */
import '#db/whole-numbers.ts';
import { chmodSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { NoBusServerError } from '#cluster/bus-server.ts';
import { Cluster } from '#cluster/cluster.ts';
import { askCluster, ControlSocketError, openControlSocket } from '#cluster/control-socket.ts';
import { drill, statesOf } from '#cluster/drill.ts';
import { HopelessProcessError } from '#cluster/kept-process.ts';
import { StandbyError } from '#db/standby.ts';
import { keepFilesPrivate, makeFolder, WrongDataDirError } from '#ground/data-dir.ts';
import { CRASHED, HOPELESS } from '#ground/exit-codes.ts';

const USAGE = `npm run cluster [-- --gateways 2 --data ./data-cluster --port 8080]
npm run cluster -- status [--json]
npm run cluster -- kill engine | exchange | market | gateway-1 | nats | database | standby`;

class UsageError extends Error {}

const wholeFrom = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const settings = z.object({
  gateways: wholeFrom(1, 8),
  port: wholeFrom(0, 65_535),
  data: z.string().min(1),
  durability: z.enum(['alone', 'two']),
  json: z.boolean(),
});

function readCommand(): { readonly words: string[]; readonly wanted: z.infer<typeof settings> } {
  const { values, positionals } = parsed();
  const durability = process.env.DURABILITY?.trim() || 'alone';
  const read = settings.safeParse({ ...values, durability });
  if (!read.success) throw new UsageError(`${z.prettifyError(read.error)}\n${USAGE}`);
  return { words: positionals, wanted: read.data };
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        gateways: { type: 'string', default: '2' },
        data: { type: 'string', default: './data-cluster' },
        port: { type: 'string', default: '8080' },
        json: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

const say = (message: string): void => console.log(`· ${message}`);

async function run(folder: string, wanted: z.infer<typeof settings>): Promise<void> {
  const runDir = join(folder, 'run');
  makeFolder(runDir);
  chmodSync(runDir, 0o700);
  const { gateways, port, durability } = wanted;
  say(
    `Durability: ${durability === 'alone' ? 'alone: without its standby the database goes on' : 'two disks or none'}`,
  );
  const cluster = new Cluster({ folder, port, gateways, durability, say });
  const control = await openControlSocket(runDir, async (words, tell) => {
    if (words[0] === 'kill') return drill(cluster, words[1] ?? '', tell);
    const view = cluster.view();
    if (words.includes('json')) tell(JSON.stringify(view));
    else for (const [name, state] of statesOf(view)) tell(`${name.padEnd(12)} ${state}`);
    return view.isWhole;
  });
  let ending: Promise<void> | undefined;
  const end = (code: number): Promise<void> => {
    ending ??= cluster
      .stop()
      .catch((error: unknown) => say(`Stopped with ${error}`))
      .then(() => {
        control.close();
        process.exit(code);
      });
    return ending;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (!ending) say('Stopping: gateways, engines, markets and the exchange, the bus, the databases');
      void end(0);
    });
  try {
    const url = await cluster.start();
    for (const [name, state] of statesOf(cluster.view())) say(`${name.padEnd(12)} ${state}`);
    say(`How it is: ${url}/cluster`);
    console.log(`READY ${url}`);
  } catch (error) {
    // A stop makes a start fail.
    if (!ending) explain(error);
    await end(Number(process.exitCode ?? 0));
  }
}

const KNOWN = [UsageError, NoBusServerError, ControlSocketError, HopelessProcessError, WrongDataDirError, StandbyError];

function explain(error: unknown): void {
  const isKnown = KNOWN.some((kind) => error instanceof kind);
  const { message, stack, code } = error as NodeJS.ErrnoException;
  const isTaken = code === 'EADDRINUSE';
  if (isTaken) console.error('--port: something else listens there');
  else console.error(isKnown || code ? message : stack);
  process.exitCode = isKnown || isTaken ? HOPELESS : CRASHED;
}

async function main(): Promise<void> {
  const { words, wanted } = readCommand();
  const folder = resolve(wanted.data);
  const [command, what] = words;
  if (command === undefined) return run(folder, wanted);
  const isAsked = (command === 'kill' && what !== undefined) || command === 'status';
  if (!isAsked) throw new UsageError(USAGE);
  const isWell = await askCluster(join(folder, 'run'), [...words, ...(wanted.json ? ['json'] : [])], console.log);
  process.exitCode = isWell ? 0 : 1;
}

keepFilesPrivate();
main().catch(explain);

/**
 * Which gateways can be given to: each is asked again and again whether it is ready. One that refuses a connection, or
 * ends, is not used from then on until it has answered again.
 */
import { z } from 'zod';

export interface Target {
  readonly name: string;
  /** Origin of its HTTP server. */
  readonly url: string;
  /** Browsers stay with it. */
  readonly isKept: boolean;
}

interface Watched extends Target {
  /** `unready`: it answers, and says that it can't take orders: reads and sockets are still better there than nowhere. */
  readiness: 'ready' | 'unready' | 'silent';
  seq: number | undefined;
}

const LOOK_MS = 250;
const ANSWER_MS = 1_000;

const readyAnswer = z.object({ seq: z.int() });

export class GatewayWatch {
  private readonly watched = new Map<string, Watched>();
  private readonly timer: NodeJS.Timeout;
  private turn = 0;

  constructor() {
    this.timer = setInterval(() => void this.look(), LOOK_MS).unref();
  }

  /** It is up at that address; one of that name that was there before is gone. */
  add(name: string, url: string): void {
    this.watched.set(name, { name, url, isKept: true, readiness: 'silent', seq: undefined });
    void this.look();
  }

  remove(name: string): void {
    this.watched.delete(name);
  }

  /** Nobody is at its address. */
  refused({ name, url }: Target): void {
    const one = this.watched.get(name);
    if (one?.url === url) one.readiness = 'silent';
  }

  isReady(name: string): boolean {
    return this.watched.get(name)?.readiness === 'ready';
  }

  seqOf(name: string): number | undefined {
    return this.watched.get(name)?.seq;
  }

  /** Whom to ask, in this order: the wanted one if it is ready, then the others by turns, those that are not ready last. */
  candidates(wanted: string | undefined): Target[] {
    const all = [...this.watched.values()];
    this.turn = (this.turn + 1) % Math.max(1, all.length);
    const inTurn = [...all.slice(this.turn), ...all.slice(0, this.turn)];
    return (['ready', 'unready'] as const).flatMap((readiness) => {
      const those = inTurn.filter((one) => one.readiness === readiness);
      return [...those.filter(({ name }) => name === wanted), ...those.filter(({ name }) => name !== wanted)];
    });
  }

  /** Asks each once. */
  async look(): Promise<void> {
    await Promise.all([...this.watched.values()].map(ask));
  }

  close(): void {
    clearInterval(this.timer);
  }
}

async function ask(one: Watched): Promise<void> {
  try {
    const response = await fetch(`${one.url}/health/ready`, { signal: AbortSignal.timeout(ANSWER_MS) });
    const read = readyAnswer.safeParse(await response.json());
    one.readiness = response.ok ? 'ready' : 'unready';
    if (read.success) one.seq = read.data.seq;
  } catch {
    one.readiness = 'silent';
  }
}

/**
 * A bus within one process. Messages arrive in later turns of the event loop, in order: nobody may count on being called
 * at once.
 */
import { type Bus, demandCarriable, NoAnswerError, NotCarriedError } from '#bus/bus.ts';

type Listener = (text: string) => void;
type Answer = (text: string) => Promise<string>;

export function createInProcessBus(): Bus {
  const listeners = new Map<string, Set<Listener>>();
  const servers = new Map<string, Answer>();
  let isClosed = false;

  return {
    publish(subject, text) {
      demandCarriable(subject, Buffer.byteLength(text));
      for (const listener of listeners.get(subject) ?? []) {
        setImmediate(() => {
          if (!isClosed && listeners.get(subject)?.has(listener)) listener(text);
        });
      }
    },
    subscribe(subject, listener) {
      const all = listeners.get(subject) ?? new Set();
      listeners.set(subject, all.add(listener));
      return () => all.delete(listener);
    },
    async request(subject, text, withinMs) {
      demandCarriable(subject, Buffer.byteLength(text));
      await new Promise(setImmediate);
      const answer = servers.get(subject);
      if (isClosed || !answer) throw new NotCarriedError(`nobody serves ${subject}`);
      return within(answer(text), withinMs, subject);
    },
    serve(subject, answer) {
      servers.set(subject, answer);
      return () => {
        if (servers.get(subject) === answer) servers.delete(subject);
      };
    },
    isAway: false,
    async close() {
      isClosed = true;
    },
  };
}

/** An answer that fails is none. */
async function within(answer: Promise<string>, ms: number, subject: string): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const isOver = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    const text = await Promise.race([answer, isOver]);
    if (text !== undefined) return text;
  } catch {
    await isOver;
  } finally {
    clearTimeout(timer);
  }
  throw new NoAnswerError(`nobody has answered on ${subject} within ${ms} ms`);
}

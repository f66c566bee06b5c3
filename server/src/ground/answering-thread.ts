/**
 * A thread that answers questions. It begins with the first one; if it dies, what was asked fails, and the next question
 * begins another.
 */
import { parentPort, type Worker } from 'node:worker_threads';

export interface AnsweringThread<Question, Answer> {
  /** Rejects with what the thread throws, as text. */
  ask(question: Question): Promise<Answer>;
  close(): Promise<void>;
}

interface Asked<Question> {
  readonly id: number;
  readonly question: Question;
}

type Answered<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly error: string };

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

interface Running<Answer> {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting<Answer>>;
}

/** What it starts calls `answerQuestions`. */
export function createAnsweringThread<Question, Answer>(startThread: () => Worker): AnsweringThread<Question, Answer> {
  let running: Running<Answer> | undefined;
  let lastId = 0;

  function start(): Running<Answer> {
    const started: Running<Answer> = { worker: startThread(), waiting: new Map() };
    const { worker, waiting } = started;
    worker.on('message', (answered: Answered<Answer>) => {
      const one = waiting.get(answered.id);
      waiting.delete(answered.id);
      if ('answer' in answered) one?.resolve(answered.answer);
      else one?.reject(new Error(answered.error));
    });
    const end = (error: Error): void => {
      if (running === started) running = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    worker.on('error', end);
    worker.on('exit', () => end(new Error('the thread has ended')));
    // A server that stops waits for no answer.
    worker.unref();
    return started;
  }

  return {
    ask(question) {
      running ??= start();
      const { worker, waiting } = running;
      lastId += 1;
      const asked: Asked<Question> = { id: lastId, question };
      return new Promise((resolve, reject) => {
        waiting.set(asked.id, { resolve, reject });
        worker.postMessage(asked);
      });
    },
    async close() {
      await running?.worker.terminate();
    },
  };
}

/** The thread's own side. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  const tell = (answered: Answered<Answer>): void => parentPort?.postMessage(answered);
  parentPort?.on('message', ({ id, question }: Asked<Question>) => {
    answer(question).then(
      (given) => tell({ id, answer: given }),
      (error: unknown) => tell({ id, error: String(error) }),
    );
  });
}

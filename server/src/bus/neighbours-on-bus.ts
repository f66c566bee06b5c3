/** Carries what processes tell each other over the bus. Each hears its own words too, and passes them over. */
import { randomUUID } from 'node:crypto';
import type { Bus } from '#bus/bus.ts';
import type { Neighbours } from '#ground/neighbours.ts';

const FROM_CHARS = 36;

/** `onError` is told of words that could not be sent, or are not understood: they are as good as lost. */
export function createNeighbours(
  bus: Pick<Bus, 'publish' | 'subscribe'>,
  onError: (error: unknown) => void,
): Neighbours {
  const from = randomUUID();
  return {
    tell(topic, text) {
      try {
        bus.publish(subjectOf(topic), from + text);
      } catch (error) {
        onError(error);
      }
    },
    hear(topic, listener) {
      bus.subscribe(subjectOf(topic), (told) => {
        if (told.startsWith(from)) return;
        try {
          listener(told.slice(FROM_CHARS));
        } catch (error) {
          onError(error);
        }
      });
    },
  };
}

function subjectOf(topic: string): string {
  return `neighbours.${topic}`;
}

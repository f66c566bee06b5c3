/**
 * Plays a market feed inside the page: prepared frames arrive as if from a server, through the client's own socket
 * library, so that the figures are the page's alone. Other feeds (the investor's) go to the real server.
 */
import { NAMESPACES } from '@mua/contract/feeds/messages';
import type { Page } from '@playwright/test';

/** Messages of one event: the snapshot, then one per frame (null if empty). */
export interface PlayedEvent {
  readonly snapshot: object;
  readonly frames: readonly (object | null)[];
}

export interface PlayedFeed {
  readonly frameMs: number;
  /** Events by namespace, then by event. */
  readonly feeds: Readonly<Record<string, Readonly<Record<string, PlayedEvent>>>>;
}

/** Placeholder that the page replaces with its present time. */
export const NOW = '@now';
/** Placeholder for the current minute. */
export const MINUTE = '@minute';
/** Placeholder for the number of earlier rounds, which makes repeated frames differ. */
export const ROUND = '@round';

const INVESTOR = NAMESPACES.investor;

/** Plays the feed; call before the page loads. Frames begin when the board has subscribed to prices. */
export async function playFeed(page: Page, feed: PlayedFeed): Promise<void> {
  const feeds = Object.fromEntries(
    Object.entries(feed.feeds).map(([space, events]) => [
      space,
      Object.fromEntries(
        Object.entries(events).map(([event, { snapshot, frames }]) => [
          event,
          { snapshot: JSON.stringify(snapshot), frames: frames.map((frame) => frame && JSON.stringify(frame)) },
        ]),
      ),
    ]),
  );
  const script = `(${installPlayedSockets.toString()})(${JSON.stringify({ ...feed, feeds, NOW, MINUTE, ROUND, INVESTOR })})`;
  await page.addInitScript({ content: `globalThis.__name ??= (value) => value; ${script}` });
}

interface Texts {
  readonly frameMs: number;
  readonly NOW: string;
  readonly MINUTE: string;
  readonly ROUND: string;
  readonly INVESTOR: string;
  readonly feeds: Record<string, Record<string, { snapshot: string; frames: (string | null)[] }>>;
}

/** Installs, in the page, a WebSocket with the parts of engine.io and socket.io that a server of one namespace uses. */
function installPlayedSockets({ frameMs, NOW, MINUTE, ROUND, INVESTOR, feeds }: Texts): void {
  const Real = globalThis.WebSocket;
  const OPEN = '0{"sid":"played","upgrades":[],"pingInterval":600000,"pingTimeout":600000,"maxPayload":1000000}';

  function stamped(text: string, round: number): string {
    const now = new Date().toISOString();
    const minute = `${now.slice(0, 'yyyy-mm-ddThh:mm'.length)}:00.000Z`;
    return text.replaceAll(NOW, now).replaceAll(MINUTE, minute).replaceAll(ROUND, String(round));
  }

  class PlayedSocket {
    binaryType = 'blob';
    readyState = 0;
    onopen: (() => void) | null = null;
    onclose: ((event: object) => void) | null = null;
    onerror: ((event: object) => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    readonly #url: string;
    #real: WebSocket | null = null;
    readonly #timers: ReturnType<typeof setInterval>[] = [];

    constructor(url: string) {
      this.#url = url;
      setTimeout(() => {
        this.readyState = 1;
        this.onopen?.();
        this.#say(OPEN);
      });
    }

    send(data: string): void {
      if (this.#real) return this.#real.send(data);
      const space = /^4[0-9](\/[^,]+),/.exec(data)?.[1] ?? '';
      if (data.startsWith(`40${INVESTOR}`)) return this.#goReal(data);
      if (data.startsWith('40')) return this.#say(`40${space},{"sid":"played"}`);
      const [, ack = '', body = ''] = /^42\/[^,]+,(\d*)(\[.*\])$/s.exec(data) ?? [];
      if (body === '') return;
      const [kind, request] = JSON.parse(body) as [string, { event: string }];
      this.#say(`43${space},${ack}[{"ok":true,"seq":0}]`);
      const played = feeds[space]?.[request.event];
      if (kind !== 'subscribe' || !played) return;
      this.#say(`42${space},["snapshot",${stamped(played.snapshot, 0)}]`);
      if (played.frames.length === 0) return;
      let next = 0;
      this.#timers.push(
        setInterval(() => {
          const frame = played.frames[next % played.frames.length];
          const text = frame && stamped(frame, Math.floor(next / played.frames.length));
          next += 1;
          if (text) this.#say(`42${space},["update",${text.replace('"seq":0', `"seq":${next}`)}]`);
        }, frameMs),
      );
    }

    close(): void {
      for (const timer of this.#timers) clearInterval(timer);
      this.#real?.close();
      this.readyState = 3;
      this.onclose?.({ code: 1000, reason: '', wasClean: true });
    }

    #say(data: string): void {
      setTimeout(() => this.onmessage?.({ data }));
    }

    #goReal(first: string): void {
      const real = new Real(this.#url);
      this.#real = real;
      let isGreeted = false;
      real.onmessage = ({ data }) => {
        // The handshake was played already.
        if (!isGreeted) {
          isGreeted = true;
          return real.send(first);
        }
        this.onmessage?.({ data });
      };
      real.onclose = (event) => this.onclose?.(event);
      real.onerror = (event) => this.onerror?.(event);
    }
  }
  Object.assign(globalThis, { WebSocket: PlayedSocket });
}

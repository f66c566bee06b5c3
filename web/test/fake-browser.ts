/**
 * A browser with several windows for tests: its locks and channels. Each window has an inbox, and nothing in it happens
 * until the test runs it, so that a window can lag, freeze or crash anywhere.
 */
import type { BrowserWindows, LockHolder } from '#feeds/browser-windows.ts';

interface Claim {
  readonly window: FakeWindow;
  readonly holder: LockHolder;
}

export class FakeBrowser {
  readonly windows = new Set<FakeWindow>();
  readonly #claims = new Map<string, Claim[]>();

  open(): FakeWindow {
    const window = new FakeWindow(this);
    this.windows.add(window);
    return window;
  }

  /** Runs what lies in the inboxes until they are empty; those of frozen windows stay. */
  rest(): boolean {
    const hadAny = [...this.windows].map((window) => window.run()).includes(true);
    if (hadAny) this.rest();
    return hadAny;
  }

  claim(name: string, claim: Claim): () => void {
    const claims = this.#claims.get(name) ?? [];
    this.#claims.set(name, claims);
    claims.push(claim);
    if (claims.length === 1) this.#grant(claim);
    return () => this.#drop(name, claim);
  }

  seize(name: string, claim: Claim): () => void {
    const claims = this.#claims.get(name) ?? [];
    const [robbed] = claims.splice(0, 1, claim);
    this.#claims.set(name, claims.length === 0 ? [claim] : claims);
    robbed?.window.later(robbed.holder.onLost);
    this.#grant(claim);
    return () => this.#drop(name, claim);
  }

  /** A window has closed or crashed: its locks go to the next in line. */
  lose(window: FakeWindow): void {
    this.windows.delete(window);
    for (const [name, claims] of this.#claims) {
      for (const claim of claims.filter((each) => each.window === window)) this.#drop(name, claim);
    }
  }

  #grant({ window, holder }: Claim): void {
    window.later(holder.onHeld);
  }

  #drop(name: string, claim: Claim): void {
    const claims = this.#claims.get(name) ?? [];
    const place = claims.indexOf(claim);
    if (place < 0) return;
    claims.splice(place, 1);
    const [next] = claims;
    if (place === 0 && next) this.#grant(next);
  }
}

export class FakeWindow implements BrowserWindows {
  isFrozen = false;
  readonly #browser: FakeBrowser;
  readonly #inbox: (() => void)[] = [];
  readonly #channels = new Set<{ readonly name: string; readonly take: (message: unknown) => void }>();

  constructor(browser: FakeBrowser) {
    this.#browser = browser;
  }

  /** Runs the oldest task of the inbox; false if there is none, or the window is frozen. */
  run(): boolean {
    const task = this.isFrozen ? undefined : this.#inbox.shift();
    task?.();
    return task !== undefined;
  }

  later(task: () => void): void {
    this.#inbox.push(task);
  }

  /** However it goes, nothing of it runs any more. */
  close(): void {
    this.#inbox.length = 0;
    this.#channels.clear();
    this.#browser.lose(this);
  }

  hold(name: string, holder: LockHolder) {
    return this.#claimed(holder, (alive) => this.#browser.claim(name, { window: this, holder: alive }));
  }

  seize(name: string, holder: LockHolder) {
    return this.#claimed(holder, (alive) => this.#browser.seize(name, { window: this, holder: alive }));
  }

  open(name: string, take: (message: unknown) => void) {
    const channel = { name, take };
    this.#channels.add(channel);
    return {
      post: (message: unknown) => {
        if (!this.#channels.has(channel)) throw new Error('this channel is closed');
        for (const window of this.#browser.windows)
          if (window !== this) window.#receive(name, structuredClone(message));
      },
      close: () => void this.#channels.delete(channel),
    };
  }

  soon(task: () => void): void {
    this.later(task);
  }

  #receive(name: string, message: unknown): void {
    this.later(() => {
      for (const channel of [...this.#channels]) if (channel.name === name) channel.take(message);
    });
  }

  /** Who has given up a lock hears no more of it, even if it was granted in the same moment. */
  #claimed(holder: LockHolder, claim: (alive: LockHolder) => () => void): () => void {
    let isStopped = false;
    const ifAlive = (task: () => void) => () => {
      if (!isStopped) task();
    };
    const drop = claim({ onHeld: ifAlive(holder.onHeld), onLost: ifAlive(holder.onLost), onDenied: holder.onDenied });
    return () => {
      isStopped = true;
      drop();
    };
  }
}

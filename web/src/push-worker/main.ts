/** The file that the offline shell's worker takes in (`importScripts`): joins its events to what is done. */
import { openPage, showMessage, subscribeAnew, type WorkerScope } from '#push-worker/push-events.ts';

/** What is used of its events; the types of workers can't stand beside those of pages. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
  readonly data?: { text(): string } | null;
  readonly notification?: { readonly data?: { readonly url?: unknown } | null; close(): void };
}

const scope = globalThis as unknown as WorkerScope & {
  addEventListener(name: string, listener: (event: WorkerEvent) => void): void;
};

scope.addEventListener('push', (event) => event.waitUntil(showMessage(scope, event.data?.text() ?? '')));
scope.addEventListener('notificationclick', (event) => {
  event.notification?.close();
  event.waitUntil(openPage(scope, event.notification?.data?.url));
});
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAnew(scope)));

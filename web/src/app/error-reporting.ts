/**
 * Reports errors to the operator of the product with Sentry's client, only where a build names a DSN
 * (docs/rules/connections.md#error-reporting, record 107). Loaded after the first paint, from a chunk that no other
 * build has. Everything passes one gate, the transport: unlisted kinds are dropped, and the rest is scrubbed.
 */
import type { BrowserOptions } from '@sentry/react';
import {
  breadcrumbsIntegration,
  captureException,
  getDefaultIntegrations,
  init,
  makeFetchTransport,
  replayIntegration,
} from '@sentry/react';
import { listenToErrors } from '#app/error-listener.ts';
import { scrubbedRecording, scrubbedReport } from '#app/report-scrub.ts';

export type MakeTransport = NonNullable<BrowserOptions['transport']>;
type Transport = ReturnType<MakeTransport>;
type Envelope = Parameters<Transport['send']>[0];

export interface ErrorReportingOptions {
  readonly dsn: string;
  readonly release: string;
  /** Calls back with the current path at once, and with each new path before its page shows. */
  readonly watchPath: (listener: (pathname: string) => void) => void;
  readonly transport?: MakeTransport;
}

/**
 * Pages that handle the names and addresses on identity documents: no filter could recognize those, so nothing is
 * reported.
 */
const UNTOLD = /^\/(?:sign-up|verify|account-overview\/(?:ekyc|digital-signature))(?:\/|$)/;

export function isTold(pathname: string): boolean {
  return !UNTOLD.test(pathname);
}

/** Pages where secrets and bank details are also entered or shown: never recorded, masked or not. */
const UNRECORDED =
  /^\/(?:login|forgot-password|oauth\/authorize|account-overview\/(?:bank-information|withdraw|security-account))(?:\/|$)/;

export function isRecorded(pathname: string): boolean {
  return isTold(pathname) && !UNRECORDED.test(pathname);
}

/** Attributes that hold visible words without being text of the page. */
const MASKED = [
  'href',
  'title',
  'placeholder',
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'alt',
  'value',
  'data-value',
  'content',
];

export function startErrorReporting(options: ErrorReportingOptions): void {
  const { dsn, release, watchPath, transport = makeFetchTransport } = options;
  const replay = replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    maskAttributes: MASKED,
    // Addresses of calls and pages are scrubbed on the way out, which is impossible once they are compressed.
    useCompression: false,
    stickySession: false,
  });
  let shown = '';
  const usual = getDefaultIntegrations({}).filter(({ name }) => name !== 'BrowserSession');
  init({
    dsn,
    release,
    transport: (more) => gate(transport(more)),
    defaultIntegrations: usual,
    // A clicked element is reported by its name, not by thirty classes.
    integrations: [replay, breadcrumbsIntegration({ dom: { serializeAttribute: 'data-testid' } })],
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
    replaysSessionSampleRate: 0,
    replaysOnErrorSampleRate: 1,
    sendClientReports: false,
    beforeSend: (event) => (isTold(shown) ? event : null),
    beforeBreadcrumb: (crumb) => (isTold(shown) ? crumb : null),
  });
  watchPath((pathname) => {
    shown = pathname;
    recordOnly(replay, isRecorded(pathname));
  });
  listenToErrors((error) => captureException(error));
}

/** The part of the library's recorder that is switched by path. */
export interface Recorder {
  getRecordingMode(): string | undefined;
  startBuffering(): void;
  stop(options: { flush: boolean }): Promise<void>;
}

/** Nothing on such a page is recorded, and earlier recordings that were not sent yet are dropped. */
export function recordOnly(recorder: Recorder, isOn: boolean): void {
  const isRecording = recorder.getRecordingMode() !== undefined;
  if (isOn && !isRecording) recorder.startBuffering();
  else if (!isOn && isRecording) void recorder.stop({ flush: false });
}

function gate(transport: Transport): Transport {
  return {
    send: async (envelope) => {
      const scrubbed = scrubbedEnvelope(envelope);
      return scrubbed ? transport.send(scrubbed) : {};
    },
    flush: (timeout) => transport.flush(timeout),
  };
}

/** Returns undefined when none of it may leave. */
function scrubbedEnvelope([headers, items]: Envelope): Envelope | undefined {
  const kept: (readonly [object, unknown])[] = [];
  for (const [header, payload] of items) {
    if (header.type === 'event' || header.type === 'replay_event') kept.push([header, scrubbedReport(payload)]);
    if (header.type === 'replay_recording' && typeof payload === 'string') {
      const recording = scrubbedRecording(payload);
      kept.push([{ ...header, length: new TextEncoder().encode(recording).length }, recording]);
    }
  }
  const { trace: _, ...plain } = { trace: undefined, ...headers };
  // The result is an envelope of the same kinds, with fewer items and scrubbed texts.
  return kept.length === 0 ? undefined : ([plain, kept] as unknown as Envelope);
}

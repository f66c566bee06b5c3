/**
 * Errors are told to whoever runs the product, by Sentry's client and only where a build names a DSN
 * (docs/rules/connections.md#error-reporting, record 107). Loaded after the first paint, from a chunk that no other
 * build has. Whatever leaves goes through one gate, the transport: kinds that are not listed stay here, and the rest is
 * scrubbed.
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
  /** Calls with each path before its page shows, and at once with the present one. */
  readonly watchPath: (listener: (pathname: string) => void) => void;
  readonly transport?: MakeTransport;
}

/** Where names and addresses of papers pass through the program: no gate knows those, so nothing is told at all. */
const UNTOLD = /^\/(?:sign-up|verify|account-overview\/(?:ekyc|digital-signature))(?:\/|$)/;

export function isTold(pathname: string): boolean {
  return !UNTOLD.test(pathname);
}

/** Where secrets and banks are typed or shown besides: never recorded, masked or not. */
const UNRECORDED =
  /^\/(?:login|forgot-password|oauth\/authorize|account-overview\/(?:bank-information|withdraw|security-account))(?:\/|$)/;

export function isRecorded(pathname: string): boolean {
  return isTold(pathname) && !UNRECORDED.test(pathname);
}

/** The words of a page that are no text of it. */
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
    // Addresses of calls and pages are scrubbed on the way out, which packed ones can't be.
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
    // What was clicked is told by its name, not by thirty classes.
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

/** As much of the library's recorder as a path decides on. */
export interface Recorder {
  getRecordingMode(): string | undefined;
  startBuffering(): void;
  stop(options: { flush: boolean }): Promise<void>;
}

/** Nothing of such a page is recorded, and what was recorded before it and not asked for yet is gone with it. */
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

/** Undefined when nothing of it may leave. */
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
  // An envelope of the same kinds, with fewer items and other texts.
  return kept.length === 0 ? undefined : ([plain, kept] as unknown as Envelope);
}

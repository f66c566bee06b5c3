import { describe, expect, test } from 'vitest';
import { LIMITS, PASSWORD_PATTERN, PHONE_PATTERN } from '#limits.ts';

/** The constants (docs/rules/limits.md#constants), row by row: the name, our value, the number typed from the table. */
const CONSTANTS: readonly (readonly [string, unknown, unknown])[] = [
  ['Default language', LIMITS.defaultLanguage, 'vi'],
  ['Default language: supported', LIMITS.languages, ['vi', 'en']],
  ['Default theme', LIMITS.defaultTheme, 'dark'],
  ['Default theme: appearance radius', LIMITS.defaultRadius, 0.5],
  ['Ping interval, 15 s', LIMITS.pingIntervalMs, 15_000],
  ['Ping failure value, 5000 ms', LIMITS.pingFailureMs, 5000],
  ['Ping history, 10 samples', LIMITS.pingHistory, 10],
  ['Weak-connection threshold, 500 ms', LIMITS.weakConnectionMs, 500],
  ['Ping colors: green under 100 ms', LIMITS.pingGreenBelowMs, 100],
  ['Ping colors: amber under 500 ms', LIMITS.pingAmberBelowMs, 500],
  ['Minimum gap between reconnect attempts, 30 s', LIMITS.reconnectMinGapMs, 30_000],
  ['Reconnect timeout, 30 s', LIMITS.reconnectTimeoutMs, 30_000],
  ['Reconnect stagger, 1 s times socket position', LIMITS.reconnectStaggerMs, 1000],
  ['Auto-reconnect after browser comes online, 2 s', LIMITS.reconnectAfterOnlineMs, 2000],
  ['Auto-reconnect after all sockets seen down, 5 s', LIMITS.reconnectAfterAllDownMs, 5000],
  ['Socket status sync, every 3 s', LIMITS.socketSyncMs, 3000],
  ['Socket status sync, 1 s after coming online', LIMITS.socketSyncAfterOnlineMs, 1000],
  ['Socket reconnection, 3 attempts', LIMITS.socketReconnectAttempts, 3],
  ['Socket reconnection, 1 s delay', LIMITS.socketReconnectDelayMs, 1000],
  ['Socket reconnection, market sockets time out at 10 s', LIMITS.marketSocketTimeoutMs, 10_000],
  ['Password length, from 8', LIMITS.passwordMin, 8],
  ['Password length, to 15', LIMITS.passwordMax, 15],
  ['Query cache staleness, 10 s', LIMITS.queryStaleMs, 10_000],
  ['Query cache staleness, no refetch on window focus', LIMITS.queryRefetchOnFocus, false],
  ['Query cache garbage collection, 5 minutes', LIMITS.queryGcMs, 300_000],
  ['Query retries, 3', LIMITS.queryRetries, 3],
  ['Query retries, capped at 30 s', LIMITS.queryRetryCapMs, 30_000],
  ['Auth persistence, 7 days', LIMITS.authPersistDays, 7],
  ['Auth persistence, over 3800 bytes', LIMITS.authCookieMaxBytes, 3800],
  ['Return URL cookie, 1 day', LIMITS.returnUrlCookieDays, 1],
  ['Toast, 4 s', LIMITS.toast.durationMs, 4000],
  ['Toast, 3 visible', LIMITS.toast.visible, 3],
  ['Toast, width 356', LIMITS.toast.widthPx, 356],
  ['Toast, gap 14', LIMITS.toast.gapPx, 14],
  ['Toast, swipe threshold 20', LIMITS.toast.swipeThresholdPx, 20],
  ['Toast, hotkey Alt+T', LIMITS.toast.hotkey, 'alt+T'],
  ['Tooltip delay, 700 ms', LIMITS.tooltipDelayMs, 700],
  ['Tooltip delay, 300 ms in the network indicator', LIMITS.networkTooltipDelayMs, 300],
  ['Error reporting, 100% of sessions on error', LIMITS.errorReportSessionsPercent, 100],
];

/** Conventions, decisions and reliability: their numbers. */
const OURS: readonly (readonly [string, unknown, unknown])[] = [
  ['decisions: retry base 1 s', LIMITS.queryRetryBaseMs, 1000],
  ['decisions: sleep or clock jump above 30 s', LIMITS.sleepGapMs, 30_000],
  ['decisions: socket ticket 30 s', LIMITS.socketTicketMs, 30_000],
  ['conventions: heartbeat every 5 s', LIMITS.heartbeatMs, 5000],
  ['conventions: orders 20/s', LIMITS.ordersPerSecond, 20],
  ['conventions: with a burst of 40', LIMITS.ordersBurst, 40],
  ['conventions: 40 sockets a browser session', LIMITS.socketsPerJar, 40],
  ['conventions: up to 1,000 codes', LIMITS.codesPerSubscription, 1000],
  ['interface: a quote older than 10 s says so', LIMITS.quoteStaleMs, 10_000],
  ['interface: 10 levels each side', LIMITS.depthLevels, 10],
  ['R1: older than 10,000 events', LIMITS.resumeEvents, 10_000],
  ['R1: or 24 h', LIMITS.resumeMs, 86_400_000],
  ['R3: 1 MiB waits for a socket', LIMITS.slowReaderBytes, 1_048_576],
  ['R3: no progress for 30 s', LIMITS.slowReaderMs, 30_000],
  ['R5: 500 handshakes a second', LIMITS.socketHandshakesPerSecond, 500],
  ['R6: body 64 KiB', LIMITS.bodyMaxBytes, 65_536],
  ['R6: headers 16 KiB', LIMITS.headersMaxBytes, 16_384],
  ['R6: depth 8', LIMITS.jsonMaxDepth, 8],
  ['A4: 5 failures per account', LIMITS.loginFailuresPerAccount, 5],
  ['A4: in 15 minutes', LIMITS.loginFailureWindowMs, 900_000],
  ['A4: 100 per address', LIMITS.loginFailuresPerAddress, 100],
  ['A4: in an hour', LIMITS.loginAddressWindowMs, 3_600_000],
  ['A11: 50 subscriptions a socket', LIMITS.subscriptionsPerSocket, 50],
  ['A11: 20 messages a second', LIMITS.socketMessagesPerSecond, 20],
  ['A13: 600 requests a minute', LIMITS.requestsPerMinute, 600],
  ['A13: 500 rows', LIMITS.pageSizeMax, 500],
  ['1b: 10 slots', LIMITS.jarSlots, 10],
];

describe('limits', () => {
  test.each(CONSTANTS)('constant: %s', (_row, ours, theirs) => {
    expect(ours).toEqual(theirs);
  });

  test.each(OURS)('%s', (_row, ours, theirs) => {
    expect(ours).toEqual(theirs);
  });
});

describe('patterns', () => {
  test.each([
    ['0901000001', true],
    ['0312345678', true],
    ['0512345678', true],
    ['0712345678', true],
    ['0812345678', true],
    ['090100000', false],
    ['09010000011', false],
    ['0401000001', false],
    ['0201000001', false],
    ['84901000001', false],
    ['+84901000001', false],
    ['090100000a', false],
    ['0901000001\n', false],
  ])('phone %j is %s', (text, good) => {
    expect(PHONE_PATTERN.test(text)).toBe(good);
  });

  test.each([
    ['Mua@2026', true],
    ['Aa1-Aa1-Aa1-Aa1', true],
    ['Mua@202', false],
    ['Aa1-Aa1-Aa1-Aa1-', false],
    ['mua@2026', false],
    ['MUA@2026', false],
    ['Mua@abcd', false],
    ['Mua12026', false],
    ['Mua_2026', false],
    ['Mua@ 2026', false],
    ['Mưa@2026', true],
    ['Mua@2026\u0007', false],
    ['Mua@\u00002026', false],
    ['Mua@2026\u007f', false],
    ['Mua@2026\u0085', false],
    ['Mua@2026\u200b', false],
  ])('password %j is %s', (text, good) => {
    expect(PASSWORD_PATTERN.test(text)).toBe(good);
  });
});

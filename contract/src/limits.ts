/**
 * Every number that client and server must agree on, with its unit in its name. The constants of
 * docs/rules/limits.md#constants come first, in the order of the table; those of decisions follow. Trading rules (fees,
 * margins, bands) are not here: they are dated data in core/instruments.
 */
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

export const LIMITS = {
  // --- docs/rules/limits.md#constants ---
  defaultLanguage: 'vi',
  languages: ['vi', 'en'],
  defaultTheme: 'dark',
  defaultRadius: 0.5,

  pingIntervalMs: 15 * SECOND_MS,
  pingFailureMs: 5 * SECOND_MS,
  pingHistory: 10,
  /** The last ping above this is a weak connection (record 2). */
  weakConnectionMs: 500,
  /** Colours of the ping history: below green, below amber, red otherwise. */
  pingGreenBelowMs: 100,
  pingAmberBelowMs: 500,

  reconnectMinGapMs: 30 * SECOND_MS,
  reconnectTimeoutMs: 30 * SECOND_MS,
  /** Multiplied by the socket's position in the list. */
  reconnectStaggerMs: 1 * SECOND_MS,
  reconnectAfterOnlineMs: 2 * SECOND_MS,
  reconnectAfterAllDownMs: 5 * SECOND_MS,
  socketSyncMs: 3 * SECOND_MS,
  socketSyncAfterOnlineMs: 1 * SECOND_MS,
  /** The first phase only; slow retries with jitter continue for ever. */
  socketReconnectAttempts: 3,
  socketReconnectDelayMs: 1 * SECOND_MS,
  marketSocketTimeoutMs: 10 * SECOND_MS,

  passwordMin: 8,
  passwordMax: 15,

  queryStaleMs: 10 * SECOND_MS,
  queryRefetchOnFocus: false,
  queryGcMs: 5 * MINUTE_MS,
  queryRetries: 3,
  queryRetryBaseMs: 1 * SECOND_MS,
  queryRetryCapMs: 30 * SECOND_MS,

  authPersistDays: 7,
  authCookieMaxBytes: 3800,
  returnUrlCookieDays: 1,

  toast: { durationMs: 4 * SECOND_MS, visible: 3, widthPx: 356, gapPx: 14, swipeThresholdPx: 20, hotkey: 'alt+T' },
  tooltipDelayMs: 700,
  networkTooltipDelayMs: 300,
  errorReportSessionsPercent: 100,

  // --- connection, ours ---
  /** Maximum delay of the slow reconnect phase; each delay is drawn between half of it and all of it. */
  socketSlowRetryCapMs: 30 * SECOND_MS,
  heartbeatMs: 5 * SECOND_MS,
  /** A connected feed silent for this long is shown as stalled: two heartbeats. */
  feedStalledMs: 10 * SECOND_MS,
  /** A row of an open session whose quote is older than this is marked. */
  quoteStaleMs: 10 * SECOND_MS,
  /** A timer gap longer than this is a sleep or a clock jump: feeds resume by seq, queries are invalidated. */
  sleepGapMs: 30 * SECOND_MS,
  socketTicketMs: 30 * SECOND_MS,
  socketsPerJar: 40,
  subscriptionsPerSocket: 50,
  socketMessagesPerSecond: 20,
  codesPerSubscription: 1000,
  /** For all clients together; ten thousand clients of a restarted server are connected within twenty seconds. */
  socketHandshakesPerSecond: 500,
  socketHandshakesBurst: 1000,
  /** Per second and address. */
  socketHandshakesPerAddress: 50,
  /** A reader with a larger backlog, or without progress for this long, is disconnected. */
  slowReaderBytes: 1024 * 1024,
  slowReaderMs: 30 * SECOND_MS,
  /** Older positions in a stream are answered with a snapshot. */
  resumeEvents: 10_000,
  resumeMs: 24 * HOUR_MS,

  /** Open ones of everybody; fewer where the process may open fewer files. */
  connections: 20_000,
  /** Of them, of one address, which a whole office may share. */
  connectionsPerAddress: 1000,

  // --- requests ---
  bodyMaxBytes: 65_536,
  headersMaxBytes: 16_384,
  /** A request that is incomplete after this time is aborted. */
  requestWholeMs: 1 * MINUTE_MS,
  jsonMaxDepth: 8,
  requestsPerMinute: 600,
  ordersPerSecond: 20,
  /** An order that does not say until when it may be executed is not executed later than this after it came. */
  orderValidMs: 10 * SECOND_MS,
  ordersBurst: 40,
  pageSize: 50,
  pageSizeMax: 500,
  candlesDefault: 500,
  candlesMax: 1000,
  /** Lines per call: enough for a board with every front month. */
  sparklineContracts: 100,
  depthLevels: 10,
  /** Newest steps from which an order's timeline is made. */
  timelineSteps: 1000,
  /** Trade dates in one profit sum: three years. */
  profitDates: 1100,
  wishlistMax: 500,
  /** Of an investor, registered ones and those that are paid each. */
  bankAccounts: 20,
  watchlists: 20,
  watchlistContracts: 100,
  watchlistNameMax: 40,
  /** Active ones of a sub-account. */
  priceAlerts: 100,
  /** Including reached, paused and ended ones, of which the oldest are deleted first. */
  priceAlertsKept: 300,
  alertNoteMax: 80,
  /** A line that an alert follows begins at most this many bars ago when it is set. */
  alertLineBars: 5_000,
  /** The minimum time between notifications of a repeating alert. */
  alertRepeatMs: 1 * MINUTE_MS,
  /** A margin level whose last notice is unread is not told again within this time. */
  marginToldAgainMs: 30 * MINUTE_MS,

  // --- sign-in: failures only ---
  jarSlots: 10,
  usernameMax: 128,
  /** Longer passwords are refused unread; the pattern's own maximum is passwordMax. */
  passwordInputMax: 128,
  loginFailuresPerAccount: 5,
  loginFailureWindowMs: 15 * MINUTE_MS,
  loginFailuresPerAddress: 100,
  loginAddressWindowMs: 1 * HOUR_MS,

  // --- programs of third parties (OAuth 2) ---
  /** A code is exchanged once, within this time. */
  oauthCodeMs: 1 * MINUTE_MS,
  oauthAccessTokenMs: 1 * HOUR_MS,
  oauthGrantDays: 30,
  oauthGrantDaysMax: 90,
  /** Contracts that a grant may be restricted to. */
  oauthGrantContracts: 100,
  // --- codes and second secrets ---
  otpDigits: 6,
  otpTtlMs: 5 * MINUTE_MS,
  /** For one task or reset session, whatever number of codes it sends. */
  otpTries: 5,
  otpResends: 3,
  otpResendGapMs: 1 * MINUTE_MS,
  /** Wrong codes of one investor over all tasks; for a forgotten password or a sign-up, of one requesting network. */
  otpFailuresPerHour: 10,
  otpFailuresPerDay: 20,
  /** For the forgotten password of one investor, from all addresses without a sign-in of theirs. */
  otpFailuresOfStrangersPerDay: 20,
  /** For sign-ups with one mail address, from all network addresses: there is nobody's account to be guessed into. */
  otpFailuresOfSignUpsPerDay: 200,
  /** Tasks of one investor, and reset sessions for one mail address or phone number. */
  otpTasksPerHour: 10,
  /** Sign-ups with one mail address, from all networks: more than a few strangers use up. */
  otpSignUpsPerHour: 30,
  /** Of those sign-ups and reset sessions, by one network address. */
  otpTasksPerAskerPerHour: 5,
  /** Reset sessions requested from one network address, which a whole office may share. */
  otpTasksPerAddressPerHour: 60,
  /**
   * Codes of a task are sent within this time of its beginning; a verified reset has otpTtlMs more for the new
   * password.
   */
  otpTaskMs: 30 * MINUTE_MS,
  // --- sign-up and identity check ---
  /** Whether something is taken, asked from one network, or by one investor. */
  existenceChecksPerHour: 120,
  /** Sign-ups begun from one network, those included that were refused. */
  registrationsPerHour: 60,
  /** Draws of an account number before one gives up. */
  investorCodeDraws: 20,
  pictureMaxBytes: 5 * 1024 * 1024,
  /** Of one sign-up or investor within a day, replaced ones too. */
  picturesPerDay: 20,
  /** Of one sign-up or investor in all. */
  picturesBytes: 100 * 1024 * 1024,
  /** By sign-ups from one network within a day: nobody has shown yet who they are. */
  picturesPerAddressPerDay: 200,
  /** Of applications that nobody goes on with, never sent in or given back, and of refused ones. */
  picturesKeptDays: 90,
  /** Documents read for one investor: minutes of a processor. */
  readingsPerHour: 20,
  /** How long a demo's policy lets an application wait. */
  demoApprovalMs: 5 * SECOND_MS,
  /** For a paper to be signed; of whoever trades already, nothing that adds risk is taken after it. */
  paperSigningDays: 10,
  // --- withdrawals ---
  /** A new or changed beneficiary is paid nothing for this long. */
  beneficiaryHoldMs: 24 * HOUR_MS,
  /** In dong. */
  withdrawLeastVnd: 100_000,
  /** Two people approve a withdrawal with which its investor has asked for more within a day. */
  withdrawSecondApprovalVnd: 50_000_000,
  // --- second secrets ---
  pinDigits: 6,
  /** After a right PIN orders of that slot need none for this long. */
  pinUnlockMs: 15 * MINUTE_MS,
  totpDigits: 6,
  stepUpMs: 5 * MINUTE_MS,
  /** The last successful ones, and as many failed ones: a flood of failures hides no sign-in. */
  signInsShown: 20,
  /** The minimum time between two updates of an investor's last activity. */
  lastSeenMs: 1 * MINUTE_MS,
  outboxMessages: 100,

  // --- money in ---
  depositMinVnd: 100_000,
  depositMaxVnd: 10_000_000_000,
  /** A payment that comes later is looked at by an operator. */
  depositValidMs: 7 * 24 * HOUR_MS,
  /** Of a sub-account at a time: one more, and the oldest waits no longer. */
  depositsWaiting: 20,
  /** The bank's word is expected within this time of its booking; a later one is looked at by an operator. */
  bankNotificationLateMs: 24 * HOUR_MS,
  /** So far a bank's clock may be ahead; a payment that is booked later than that is looked at by an operator. */
  bankNotificationEarlyMs: 5 * MINUTE_MS,
  /** Up to this one operator decides alone where a payment goes. */
  depositAloneVnd: 100_000_000,
} as const;

export type Limits = typeof LIMITS;

/** As decided (docs/rules/people.md#passwords-and-phone-numbers): ten digits, a mobile prefix of two and eight more. */
export const PHONE_PATTERN = /^0[35789]\d{8}$/;

/**
 * The variant without white space (docs/rules/people.md#passwords-and-phone-numbers); the length is LIMITS.passwordMin
 * to LIMITS.passwordMax. Printable characters only: nobody can type invisible ones again (controls, and Unicode's
 * format characters).
 */
export const PASSWORD_PATTERN = new RegExp(
  `^(?=.*[A-Z])(?=.*[a-z])(?=.*\\d)(?=.*[#?!@$%^&*-])[^\\s\\p{C}]{${LIMITS.passwordMin},${LIMITS.passwordMax}}$`,
  'u',
);

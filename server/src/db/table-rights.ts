/**
 * What each role may do with each table, as a closed list: a table that is missing here can't be touched by the running
 * server, and a test names it. Evidence is only added to, so that neither a bug nor a statement that somebody slipped in
 * can change it; where a row moves on but stays, nothing may delete it.
 */

export type Right = 'select' | 'insert' | 'update' | 'delete' | 'truncate' | 'usage';

/** Rows are added and stay as they are. */
export const EVIDENCE = [
  ...['journal_batch', 'ledger_posting', 'audit_row'],
  ...['order_fill', 'order_step', 'settled_position', 'account_day', 'broker_day', 'copy_decision', 'copy_week'],
  ...['operator_act', 'investor_act', 'venue_alarm', 'bank_notification_act'],
  ...['proof_day', 'proof_leaf', 'proof_refusal'],
  ...['agent', 'known_device', 'identity_key_seal'],
] as const;

/** Rows are added and change. */
const MOVING = [
  ...[
    'writer',
    'projected',
    'trading_account',
    'trading_order',
    'conditional_order',
    'open_position',
    'strategy',
    'copy',
  ],
  ...['investor', 'credential', 'registration', 'signed_paper'],
  ...['notification_choice', 'notice_delivery_choice'],
  ...['deposit', 'bank_notification', 'withdraw_request', 'oauth_grant', 'oauth_lots', 'zalo_token'],
] as const;

/** Rows come, change and go. */
const PASSING = [
  ...['engine_snapshot', 'minute_bar', 'mailbox_message', 'price_alert', 'watchlist', 'wishlist', 'bank_account'],
  ...['jar', 'jar_account', 'sign_in_attempt', 'sign_in_record', 'otp_task', 'otp_failure', 'outgoing_message'],
  ...['redeemed_ticket', 'notice_delivery', 'push_subscription', 'keepsake', 'keepsake_turn'],
  ...['notice_chat', 'notice_chat_invitation'],
  ...['oauth_client', 'oauth_artifact', 'registration_picture', 'shown_paper'],
] as const;

type Table = (typeof EVIDENCE)[number] | (typeof MOVING)[number] | (typeof PASSING)[number];

/**
 * Not for readers: hashes of passwords, PINs and tokens, sealed secrets, applications with what stands on identity
 * documents, papers on which the same is printed, what opens the broker's account at a messenger, and keys with which somebody's browser could be written to.
 */
const PRIVATE: ReadonlySet<string> = new Set<Table>([
  ...(['credential', 'jar', 'jar_account', 'otp_task', 'outgoing_message', 'oauth_artifact'] as const),
  ...(['identity_key_seal', 'registration', 'registration_picture', 'signed_paper', 'shown_paper'] as const),
  ...(['push_subscription', 'notice_chat_invitation', 'zalo_token'] as const),
]);

export type Rights = ReadonlyMap<string, readonly Right[]>;

/** Of the role that the running server connects as. */
export const RIGHTS_OF_SERVER: Rights = new Map<string, readonly Right[]>([
  ...EVIDENCE.map((table) => [table, ['select', 'insert']] as const),
  ...MOVING.map((table) => [table, ['select', 'insert', 'update']] as const),
  ...PASSING.map((table) => [table, ['select', 'insert', 'update', 'delete']] as const),
  // One that is damaged on disk goes only with all others (journal/recovery.ts).
  ['engine_snapshot', ['select', 'insert', 'update', 'delete', 'truncate']],
  // Its numbers are drawn by name; those of identity columns need no right.
  ['mailbox_ordinal', ['usage']],
]);

/** Of a role that an operator may lend to reports and to people. */
export const RIGHTS_OF_READERS: Rights = new Map(
  [...EVIDENCE, ...MOVING, ...PASSING]
    .filter((table) => !PRIVATE.has(table))
    .map((table): [string, readonly Right[]] => [table, ['select']]),
);

/**
 * Of the role that streams PostgreSQL's log to the place of backups: it compares the journal's end, and looks which
 * pictures are deleted.
 */
export const RIGHTS_OF_BACKUP: Rights = new Map(
  ['journal_batch', 'registration_picture'].map((table) => [table, ['select']]),
);

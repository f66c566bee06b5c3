-- Written with the batch that caused it. Not a read table: what has been read can't be learned from the journal.
create table mailbox_message (
  seq bigint not null,
  ordinal integer not null,
  account_id text not null,
  time_ms bigint not null,
  record jsonb not null,
  is_read boolean not null default false,
  primary key (seq, ordinal)
);
create index mailbox_message_account on mailbox_message (account_id, seq desc, ordinal desc);
create index mailbox_message_unread on mailbox_message (account_id) where not is_read;

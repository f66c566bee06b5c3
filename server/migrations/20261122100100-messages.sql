-- Mail and SMS on their way: written with what caused them, sent afterwards, tried again until they are out of date.
create table outgoing_message (
  ordinal bigint generated always as identity primary key,
  message_id text not null unique,
  created_ms bigint not null,
  -- Not tried after that: a code that no longer counts only confuses.
  expires_ms bigint not null,
  channel text not null,
  recipient text not null,
  language text not null,
  -- Subject and text, sealed with the identity key: there may be a code in it.
  sealed text not null,
  tries integer not null default 0,
  next_try_ms bigint not null,
  -- Set in a demo's own outbox only; what really went out is removed.
  sent_ms bigint
);
create index outgoing_message_due on outgoing_message (channel, next_try_ms) where sent_ms is null;

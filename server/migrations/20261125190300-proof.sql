-- The broker's own books at the end of its trade date: a projection, like the account days of the same step.
create table broker_day (
  trade_date text primary key,
  seq bigint not null,
  next_date text not null,
  time_ms bigint not null,
  record jsonb not null
);

-- Days that ended before this have no required margin written down, and no proof.
alter table account_day add column required_vnd bigint;
create index account_day_date on account_day (trade_date);

-- Signed days, one chain for each kind of accounts. No projection: salts and signatures can't be made twice.
create table proof_day (
  kind text not null,
  trade_date text not null,
  signed_ms bigint not null,
  -- What is published, byte for byte.
  published text not null,
  -- Every level of the tree from its leaves to its root, 64 bytes a node.
  nodes bytea not null,
  primary key (kind, trade_date)
);
-- Uncompressed, so that a node is read without the rest: hashes don't shrink anyway.
alter table proof_day alter column nodes set storage external;

create table proof_leaf (
  account_id text not null,
  trade_date text not null,
  place integer not null,
  salt text not null,
  -- Canonical text of the closing figures.
  data text not null,
  primary key (account_id, trade_date)
);

-- A day that does not add up is never signed, and an operator has to look.
create table proof_refusal (
  kind text not null,
  trade_date text not null,
  time_ms bigint not null,
  facts jsonb not null,
  primary key (kind, trade_date)
);

-- The journal is the truth; every other table here can be dropped and rebuilt from it.

-- One row, one writer: each append carries the epoch, so a zombie's append finds no row to stand on.
create table writer (
  id integer primary key check (id = 1),
  epoch integer not null
);
insert into writer values (1, 0);

create table journal_batch (
  first_seq bigint primary key,
  last_seq bigint not null unique,
  epoch integer not null,
  engine_version integer not null,
  commands text not null,
  events_digest text not null,
  previous_hash text not null,
  hash text not null,
  written_at timestamptz not null default now()
);

create table engine_snapshot (
  seq bigint primary key,
  engine_version integer not null,
  journal_hash text not null,
  state_hash text not null,
  state bytea not null,
  written_at timestamptz not null default now()
);

create table trading_account (
  account_id text primary key,
  investor_id text not null,
  investor_kind text not null,
  is_demo boolean not null,
  is_activated boolean not null,
  cash_vnd bigint not null,
  held_vnd bigint not null,
  required_vnd bigint not null,
  working jsonb not null,
  seq bigint not null
);
create index trading_account_investor on trading_account (investor_id);

create table trading_order (
  order_id text primary key,
  account_id text not null,
  client_order_id text not null,
  contract_code text not null,
  status text not null,
  received_ms bigint not null,
  received_seq bigint not null,
  seq bigint not null,
  record jsonb not null,
  unique (account_id, client_order_id)
);
create index trading_order_received on trading_order (account_id, received_seq desc);
create index trading_order_seq on trading_order (account_id, seq);

create table order_fill (
  exec_id text primary key,
  order_id text not null,
  account_id text not null,
  seq bigint not null,
  record jsonb not null
);
create index order_fill_order on order_fill (order_id);
create index order_fill_seq on order_fill (account_id, seq);

-- Closed positions stay with 0 lots, so that a reader who was away learns that they are gone.
create table open_position (
  account_id text not null,
  contract_code text not null,
  net_lots integer not null,
  seq bigint not null,
  record jsonb not null,
  primary key (account_id, contract_code)
);

create table settled_position (
  seq bigint not null,
  ordinal integer not null,
  account_id text not null,
  contract_code text not null,
  record jsonb not null,
  primary key (seq, ordinal)
);
create index settled_position_account on settled_position (account_id, seq desc, ordinal desc);

create table ledger_posting (
  seq bigint not null,
  ordinal integer not null,
  account_id text not null,
  type text not null,
  amount_vnd bigint not null,
  time_ms bigint not null,
  reference text not null,
  entries jsonb not null,
  primary key (seq, ordinal)
);
create index ledger_posting_account on ledger_posting (account_id, seq desc, ordinal desc);

-- Copy trading: projections of the journal, rebuilt from it at any time. A copy's account is dedicated to it until it
-- closes; rows of what has ended stay.

create table strategy (
  strategy_id text primary key,
  account_id text not null,
  investor_id text not null,
  is_demo boolean not null,
  approval text not null,
  running text not null,
  created_ms bigint not null,
  seq bigint not null,
  record jsonb not null
);
create index strategy_by_investor on strategy (investor_id);

create table copy (
  copy_id text primary key,
  strategy_id text not null,
  account_id text not null,
  state text not null,
  started_ms bigint not null,
  closed_ms bigint,
  seq bigint not null,
  record jsonb not null
);
create index copy_by_strategy on copy (strategy_id, started_ms);
create index copy_by_account on copy (account_id, started_ms);

create table copy_decision (
  seq bigint not null,
  ordinal integer not null,
  copy_id text not null,
  strategy_id text not null,
  time_ms bigint not null,
  order_id text,
  record jsonb not null,
  primary key (seq, ordinal)
);
create index copy_decision_by_copy on copy_decision (copy_id, seq desc, ordinal desc);

create table copy_week (
  copy_id text not null,
  seq bigint not null,
  strategy_id text not null,
  end_ms bigint not null,
  record jsonb not null,
  primary key (copy_id, seq)
);
create index copy_week_by_strategy on copy_week (strategy_id, end_ms);

-- Orders that the house or a conditional order made have no id of a sender.
alter table trading_order alter column client_order_id drop not null;

-- Where the account stands on the margin ladder and what limits it has set itself; null in rows from before them.
alter table trading_account add column standing jsonb;

create table conditional_order (
  conditional_order_id text primary key,
  account_id text not null,
  client_order_id text,
  contract_code text not null,
  status text not null,
  received_seq bigint not null,
  seq bigint not null,
  record jsonb not null,
  unique (account_id, client_order_id)
);
create index conditional_order_received on conditional_order (account_id, received_seq desc);
create index conditional_order_waiting on conditional_order (account_id, received_seq desc)
  where status = 'PENDING_ACTIVATION';
create index conditional_order_seq on conditional_order (account_id, seq);

-- What operators did, and why.
create table operator_act (
  seq bigint primary key,
  time_ms bigint not null,
  operator_id text not null,
  act text not null,
  reason text,
  record jsonb not null
);

-- How an order or a conditional order stood after each step that touched it: its timeline is told from these rows. By
-- the position at which it was received first, so that new rows come in beside each other.
create table order_step (
  received_seq bigint not null,
  order_id text not null,
  seq bigint not null,
  time_ms bigint not null,
  cause text not null,
  stand jsonb not null,
  sighting jsonb,
  primary key (received_seq, order_id, seq, cause)
);

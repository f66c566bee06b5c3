-- A plain table, no projection: alerts are entered here, and the journal's own statement notes that one was reached.
-- `is_armed`: the market is, or has been again, on the side it must come from.
create table price_alert (
  alert_id text primary key,
  account_id text not null,
  contract_code text not null,
  direction text not null check (direction in ('ABOVE', 'BELOW')),
  price_ticks bigint not null,
  is_repeating boolean not null,
  note text not null,
  created_ms bigint not null,
  reached_ms bigint,
  is_active boolean not null default true,
  is_armed boolean not null default true,
  end_reason text
);
create index price_alert_account on price_alert (account_id, created_ms desc, alert_id desc);
-- The same price is waited for once, however often a lost answer makes a client ask again.
create unique index price_alert_waiting on price_alert (account_id, contract_code, direction, price_ticks)
  where is_active;

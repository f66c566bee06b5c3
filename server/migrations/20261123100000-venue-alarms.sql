-- What an exchange did that no rule can settle, for operators: reports of lots that no order takes (the suspense list),
-- orders in doubt, links that went down and came back. A projection of the journal.
create table venue_alarm (
  seq bigint not null,
  ordinal integer not null,
  time_ms bigint not null,
  kind text not null,
  venue text,
  why text not null,
  order_id text,
  account_id text,
  contract_code text,
  exec_id text,
  lots integer not null,
  record jsonb not null,
  primary key (seq, ordinal)
);

-- An exchange may say a thing twice; it stands in the list once.
create unique index venue_alarm_report on venue_alarm (venue, exec_id) where kind = 'suspense';

-- A late fill names its order by the exchange's id of a fill, days later.
create index if not exists order_fill_order on order_fill (order_id);

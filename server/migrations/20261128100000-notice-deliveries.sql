-- News on its way out of the page: one row for each notice and channel, written by the statement that writes the notice,
-- or a test that its owner asked for (without a place). Done rows are what the list of notices tells of its sending.
create table notice_delivery (
  delivery_id bigint generated always as identity primary key,
  investor_id text not null,
  account_id text,
  seq bigint,
  ordinal integer,
  channel text not null,
  -- Of the notice; `Test` of a test.
  code text not null,
  -- When the notice came to be, and when it may be sent.
  time_ms bigint not null,
  due_ms bigint not null,
  -- WAITING, SENT, FAILED or SKIPPED, with why.
  state text not null default 'WAITING',
  cause text,
  tries integer not null default 0,
  -- Whoever sends it has it until then (after a crash another one takes it), or waits until then to try again.
  not_before_ms bigint not null default 0,
  -- When a receiving service first did not take it.
  failed_ms bigint,
  done_ms bigint,
  unique (seq, ordinal, channel)
);
create index notice_delivery_due on notice_delivery (channel, due_ms) where state = 'WAITING';
create index notice_delivery_investor on notice_delivery (investor_id, channel, delivery_id desc);
create index notice_delivery_done on notice_delivery (done_ms) where state <> 'WAITING';

-- How an investor wants notices to leave the page; without a row the defaults count.
create table notice_delivery_choice (
  investor_id text primary key,
  are_quiet_hours_on boolean not null,
  -- `23:00`, in Vietnam's time.
  quiet_from text not null,
  quiet_to text not null,
  details_on_lock_screen boolean not null
);

-- Money in. What becomes of a deposit follows from what the bank has told of it: nothing here says it a second time.
create table deposit (
  ordinal bigint generated always as identity primary key,
  deposit_id text not null unique,
  account_id text not null,
  bank jsonb not null,
  amount_vnd bigint not null check (amount_vnd > 0),
  memo text not null unique,
  created_ms bigint not null,
  -- What comes later is looked at.
  expires_ms bigint not null
);
create index deposit_account on deposit (account_id, ordinal);

-- The bank's word, kept before anything follows from it.
create table bank_notification (
  ordinal bigint generated always as identity primary key,
  -- The bank's: a payment that is told twice is booked once.
  notification_id text not null unique,
  bank_id text not null,
  account_number text not null,
  amount_vnd bigint not null check (amount_vnd > 0),
  memo text not null,
  booked_ms bigint not null,
  received_ms bigint not null,
  status text not null check (status in ('MATCHED', 'CREDITED', 'QUEUED', 'RETURNED')),
  -- Why it waited for an operator.
  cause text,
  -- Under whose memo it came.
  deposit_id text references deposit (deposit_id),
  -- Where it goes, and the reference of its posting in the ledger: together they are never used for another payment.
  account_id text,
  reference text,
  settled_ms bigint,
  check ((status in ('MATCHED', 'CREDITED')) = (account_id is not null and reference is not null)),
  unique (account_id, reference)
);
create index bank_notification_open on bank_notification (ordinal) where status in ('MATCHED', 'QUEUED');
create index bank_notification_deposit on bank_notification (deposit_id) where deposit_id is not null;
-- A memo is good for one payment.
create unique index bank_notification_paid on bank_notification (deposit_id)
  where status in ('MATCHED', 'CREDITED') and cause is null;

-- What operators want to be made of it, in the order in which they said so.
create table bank_notification_act (
  act_id bigint generated always as identity primary key,
  notification_id text not null references bank_notification (notification_id),
  time_ms bigint not null,
  operator_id text not null,
  act text not null check (act in ('assign', 'return')),
  account_id text,
  reason text not null
);
create index bank_notification_act_of on bank_notification_act (notification_id, act_id);

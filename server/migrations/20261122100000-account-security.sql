-- What guards an account beside the password, who signed in from where, and changes that wait for a code.
-- Times are the engine clock's. No secret stands here in a readable form.

alter table investor
  -- Of the last sign-in or task, for what is written to the investor when nobody is asking.
  add column language text not null default 'vi',
  add column deletion_requested_ms bigint,
  add column deleted_ms bigint;

alter table credential
  add column password_changed_ms bigint,
  add column pin_hash text,
  add column is_pin_asked boolean not null default false,
  -- Sealed with the identity key. The new one waits for its first right code.
  add column sotp_secret text,
  add column new_sotp_secret text,
  -- The time step of the last code that was used: a code counts once.
  add column sotp_step bigint not null default 0;

alter table jar_account
  -- Names this session in a list; like the handle it authenticates nothing.
  add column session_id text not null unique default md5(random()::text || clock_timestamp()::text),
  add column device text not null default '',
  add column address text not null default '',
  add column last_seen_ms bigint not null default 0,
  add column step_up_until_ms bigint not null default 0,
  add column pin_until_ms bigint not null default 0;
alter table jar_account alter column session_id drop default;

create table sign_in_record (
  record_id bigint generated always as identity primary key,
  investor_id text not null references investor,
  at_ms bigint not null,
  outcome text not null,
  device text not null,
  address text not null
);
create index sign_in_record_investor on sign_in_record (investor_id, record_id desc);

-- A change, or a forgotten password, that waits for its code. Nothing of what it does comes from the call that verifies.
create table otp_task (
  -- Whoever holds the id of a verified reset sets the password, so only its hash is kept.
  id_hash text primary key,
  purpose text not null,
  -- Null: a reset for an address that nobody has. It looks like any other and never verifies.
  investor_id text references investor,
  -- Whose wrong codes are counted together: the investor, or the unknown address.
  subject text not null,
  -- JSON, as it was when the task began; part of what the code's hash is made of.
  payload text not null,
  channel text not null,
  recipient text not null,
  language text not null,
  -- The network address that asked.
  address text not null,
  code_hash text not null,
  created_ms bigint not null,
  sent_ms bigint not null,
  expires_ms bigint not null,
  tries integer not null default 0,
  resends integer not null default 0,
  verified_ms bigint,
  done_ms bigint
);
create index otp_task_subject on otp_task (subject, created_ms);
create index otp_task_recipient on otp_task (recipient, created_ms);
create index otp_task_address on otp_task (address, created_ms);
create index otp_task_created on otp_task (created_ms);

-- Wrong codes, over all tasks of a subject.
create table otp_failure (
  failure_id bigint generated always as identity primary key,
  subject text not null,
  at_ms bigint not null
);
create index otp_failure_subject on otp_failure (subject, at_ms);

-- What operators decided about investors, with a name and a reason.
create table investor_act (
  act_id bigint generated always as identity primary key,
  time_ms bigint not null,
  operator_id text not null,
  act text not null,
  investor_id text not null references investor,
  reason text not null
);
create index investor_act_investor on investor_act (investor_id, act_id desc);

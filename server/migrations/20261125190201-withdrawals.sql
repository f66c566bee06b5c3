-- Requests to be paid. A row is written before the engine is asked to hold the money, and once. From then on the status
-- is the engine's word: the batch of a step writes it together with the step.

create table withdraw_request (
  request_no bigint generated always as identity unique,
  request_id text primary key,
  investor_id text not null references investor,
  account_id text not null,
  amount_vnd bigint not null check (amount_vnd > 0),
  -- The beneficiary as the code confirmed it, whatever becomes of its row.
  beneficiary jsonb not null,
  note text not null,
  status text not null default 'ASKED',
  asked_ms bigint not null,
  held_ms bigint,
  approved_ms bigint,
  ended_ms bigint,
  -- Of a payment that is booked.
  reference text,
  -- Why it was never held.
  failure jsonb,
  -- [{operatorId, timeMs, reason}], each noted before the engine is told that the last one is there.
  approvals jsonb not null default '[]',
  approvals_needed integer not null,
  -- A refusal that was decided: the engine is told next.
  rejected_by text,
  cause text,
  reason text,
  -- A payment that the bank has made and an operator has reported: the engine is told next. No transfer pays two.
  reported_reference text unique,
  -- The investor has been told how it ended.
  told_ms bigint
);
create index withdraw_request_account on withdraw_request (account_id, request_no desc);
create index withdraw_request_open on withdraw_request (request_no) where ended_ms is null or told_ms is null;

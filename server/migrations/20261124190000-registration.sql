-- Applications to become a customer, their pictures, and the agents who bring people. Times are the engine clock's.
-- What was typed and read is sealed with the identity key; pictures lie encrypted in a vault of their own.

create table agent (
  agent_no bigint generated always as identity primary key,
  agent_code text not null unique,
  name text not null,
  branch text not null,
  added_ms bigint not null,
  operator_id text not null,
  reason text not null
);

create table registration (
  investor_id text primary key references investor,
  -- Names the identity record on the wire.
  ekyc_id text not null unique,
  agent_code text references agent (agent_code),
  -- Fields and what was read from the pictures, JSON, sealed.
  fields text not null,
  reading text,
  -- Keyed hash of the document's type and number while the application is sent in and not refused: one document, one
  -- customer, whoever comes first.
  document_key text unique,
  -- Since it was last sent in: [{operatorId, timeMs, reason}].
  approvals jsonb not null default '[]',
  saved_ms bigint not null,
  submitted_ms bigint,
  decided_ms bigint
);

create table registration_picture (
  image_id text primary key,
  -- Which of two came first: they may have come in one millisecond.
  picture_no bigint generated always as identity,
  -- Of a sign-up, until it is verified: the hash of its id.
  session_hash text,
  investor_id text references investor,
  -- The network address that a sign-up's picture came from.
  address text not null,
  kind text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  faults jsonb not null,
  created_ms bigint not null,
  -- The bytes are gone; the row counts for a day more.
  removed_ms bigint
);
create index registration_picture_investor on registration_picture (investor_id);
create index registration_picture_session on registration_picture (session_hash);
create index registration_picture_address on registration_picture (address, created_ms);

-- Of messages that no step of the engine caused: above the ordinals of those that one did.
create sequence mailbox_ordinal minvalue 1000000 maxvalue 999999999;

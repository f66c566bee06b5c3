-- Papers that investors sign before they trade. Times are the engine clock's. Files carry what stands in an application,
-- so they are sealed with the identity key like it.

create table signed_paper (
  signature_id text primary key,
  investor_id text not null references investor,
  paper text not null,
  -- The date of the text.
  version text not null,
  opened_ms bigint not null,
  -- Until then an earlier version, or none, does not stand in the way of trading.
  due_ms bigint not null,
  -- The investor's consent, given by code. The file follows it.
  signed_ms bigint,
  rejected_ms bigint,
  reject_reason text,
  language text,
  -- SHA-256 of the bytes that were shown and consented to; null where a demo's beginning consented.
  shown_hash text,
  -- Who signed, once there is a file.
  signer text,
  file text,
  file_hash text unique,
  certificate text,
  -- The audit log's row that the signature names.
  audit_id bigint,
  unique (investor_id, paper, version)
);

-- The bytes that somebody has asked to sign, until they are signed: what is signed is what was shown, whatever texts and
-- figures have become meanwhile.
create table shown_paper (
  signature_id text not null references signed_paper on delete cascade,
  document_hash text not null,
  language text not null,
  signer text not null,
  bytes text not null,
  shown_ms bigint not null,
  primary key (signature_id, document_hash)
);
create index shown_paper_shown on shown_paper (shown_ms);

-- Who is about to tell the bank of an approved withdrawal: noted before it is told, so that nobody refuses meanwhile what
-- may be on its way.
alter table withdraw_request add column sending_by text, add column sending_ms bigint;

-- Wrong codes for a forgotten password are counted by the network address that asked for the code as well; empty: of an
-- investor who is signed in (docs/decisions/0109).
alter table otp_failure add column address text not null default '';

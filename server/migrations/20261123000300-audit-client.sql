-- The program that acted, where it was one.
alter table audit_row add column client_id text;

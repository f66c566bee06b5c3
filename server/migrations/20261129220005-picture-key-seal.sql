-- A second row: a word sealed with the key of the pictures, so that a process with a key of its own is refused.
alter table identity_key_seal drop constraint identity_key_seal_id_check;
alter table identity_key_seal add constraint identity_key_seal_id_check check (id in (1, 2));

-- One row: a word sealed with the identity key, so that a start with another key is refused and no sign-in fails by it.
create table identity_key_seal (
  id integer primary key check (id = 1),
  sealed text not null
);

-- Programs and systems that an investor has signed in with, without versions: an update is no new device.
create table known_device (
  investor_id text not null references investor,
  kind text not null,
  first_ms bigint not null,
  primary key (investor_id, kind)
);

insert into known_device
  select investor_id, regexp_replace(device, ' \d+(,|$)', '\1'), min(at_ms) from (
    select investor_id, device, at_ms from sign_in_record where outcome = 'signed-in'
    union all select investor_id, device, signed_in_ms from jar_account
  ) as seen group by 1, 2;

-- What operators did about programs is read off the audit log, among millions of other rows.
create index audit_row_programs on audit_row (time_ms desc, audit_id desc)
  where route in ('registerOAuthClient', 'removeOAuthClient') and status < 300;

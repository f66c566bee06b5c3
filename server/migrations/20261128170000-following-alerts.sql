-- Alerts that follow a line or an average instead of waiting at a price, and those that go with a drawing.
alter table price_alert
  alter column price_ticks drop not null,
  add column follows jsonb,
  -- Key of the drawing's keepsake.
  add column drawing_key text,
  -- What it waits for now: another one once it is moved. A notice counts for the wait that it was written for.
  add column wait_id text,
  add constraint price_alert_level check ((price_ticks is null) = (follows is not null));
update price_alert set wait_id = alert_id;
alter table price_alert alter column wait_id set not null;
create unique index price_alert_wait on price_alert (wait_id);
create index price_alert_drawing on price_alert (drawing_key) where drawing_key is not null;
drop index price_alert_waiting;
create unique index price_alert_waiting on price_alert (account_id, contract_code, direction, price_ticks)
  where is_active and follows is null and drawing_key is null;
-- One for each drawing, or average, at each interval.
create unique index price_alert_following on price_alert (
  account_id, contract_code, coalesce(drawing_key, ''), coalesce(follows ->> 'interval', ''),
  coalesce(follows ->> 'average', ''), coalesce(follows ->> 'period', '')
) where is_active and (follows is not null or drawing_key is not null);

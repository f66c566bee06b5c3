-- Whoever sends asks for the oldest again and again: of thousands that are due at the same moment no more are read than
-- are taken.
create index notice_delivery_next on notice_delivery (channel, due_ms, delivery_id) where state = 'WAITING';
drop index notice_delivery_due;

-- What every order writes and no query looks into is kept as its text: jsonb is taken apart and put together again for
-- each row, which was a quarter of the database's work for an order.
alter table trading_order alter column record type json;
alter table order_step alter column stand type json, alter column sighting type json;
alter table trading_account alter column working type json, alter column standing type json;

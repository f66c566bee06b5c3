-- Figures of strategies: what copied orders were filled worse than the leader, and what followers made of each fill.
create index copy_decision_by_fill on copy_decision (strategy_id, (record -> 'fill' ->> 'fillId'));

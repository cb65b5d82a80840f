-- A worker takes a task for a while and does it outside of any transaction. A claim that has run out belongs to a worker
-- that died, and one that was taken back (null) to a task that is asked for again while it is done.
alter table account_outbox add column claimed_until timestamptz;

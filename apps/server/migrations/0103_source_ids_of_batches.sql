-- Undoing a file also forgets the Source IDs it gave to records that were there before.
alter table foreign_ids add column batch_id bigint references move_in_batches (id);

-- What somebody did with one of many records, or of one kind, of a trail of ten years: from the index alone.
drop index trail_by_record;
create index trail_by_record on trail (record_kind, record_id, at, id) include (person_id, kind)
  where record_id is not null;
-- An index answers alone for rows that a vacuum has seen: by default it waits for a fifth of the table.
alter table trail set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000);

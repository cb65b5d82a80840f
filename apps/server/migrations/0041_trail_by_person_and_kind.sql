-- What one person did of one kind, of the millions that a busy person did.
create index trail_by_person_and_kind on trail (person_id, kind, at, id) where person_id is not null;

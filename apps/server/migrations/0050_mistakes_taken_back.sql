-- A subject or a term that was a mistake is deleted while nothing stands on it. Its row and its history stay, so
-- that the trail can name it. A deleted subject is in no term: no list of a term's subjects finds it.

alter table subjects
  alter column term_id drop not null,
  add column deleted_at timestamptz,
  add column deleted_by bigint references people (id),
  add constraint subjects_deleted_by_check check ((deleted_at is null) = (deleted_by is null)),
  add constraint subjects_deleted_are_in_no_term check ((deleted_at is null) = (term_id is not null));

alter table terms
  add column deleted_at timestamptz,
  add column deleted_by bigint references people (id),
  add constraint terms_deleted_by_check check ((deleted_at is null) = (deleted_by is null)),
  add constraint terms_deleted_were_planned
    check (deleted_at is null or (not is_open and closed_at is null)),
  drop constraint terms_name_key,
  drop constraint terms_do_not_overlap,
  add constraint terms_do_not_overlap
    exclude using gist (daterange(starts_on, ends_on, '[]') with &&) where (deleted_at is null);

create unique index terms_name_key on terms (name) where deleted_at is null;

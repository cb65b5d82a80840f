-- A term is planned, then open, then closed for good. Terms follow each other.
alter table terms
  add column version integer not null default 1,
  add column closed_at timestamptz,
  add column closed_by bigint references people (id),
  add check ((closed_at is null) = (closed_by is null)),
  add check (not is_open or closed_at is null),
  add constraint terms_do_not_overlap
    exclude using gist (daterange(starts_on, ends_on, '[]') with &&);

-- `carried_from` is the same subject in the term before: it is carried over once.
alter table subjects
  add column version integer not null default 1,
  add column carried_from bigint unique references subjects (id);

-- Every change of a term or a subject, for good. `version` is the record's after the change.
create table record_changes (
  id bigint generated always as identity primary key,
  term_id bigint references terms (id),
  subject_id bigint references subjects (id),
  version integer not null,
  field text not null,
  previous text,
  value text,
  changed_by bigint not null references people (id),
  changed_at timestamptz not null default now(),
  check (num_nonnulls(term_id, subject_id) = 1)
);
create index record_changes_by_term on record_changes (term_id, version) where term_id is not null;
create index record_changes_by_subject on record_changes (subject_id, version)
  where subject_id is not null;
create trigger record_changes_append_only
  before update or delete or truncate on record_changes
  for each statement execute function refuse_change();

-- Whoever added or dropped a student by hand; null for what followed from an audience or a term.
alter table enrolments
  add column added_by bigint references people (id),
  add column dropped_by bigint references people (id);

-- Nobody is enrolled twice in a subject on the same day. An exclusion constraint would make a class
-- list of thousands four times slower; this asks once a statement. Whoever gives an enrolment other
-- days holds its subject, so that two at the same moment follow each other.
create function refuse_overlapping_enrolments() returns trigger
language plpgsql as $$
begin
  if exists (
    select from changed
    join enrolments other on other.subject_id = changed.subject_id
      and other.student_id = changed.student_id and other.id <> changed.id
      and daterange(other.from_on, other.to_on, '[]')
        && daterange(changed.from_on, changed.to_on, '[]')
  ) then
    raise exception 'enrolments of one student in one subject overlap'
      using errcode = 'exclusion_violation', constraint = 'enrolments_do_not_overlap';
  end if;
  return null;
end
$$;
create trigger enrolments_do_not_overlap_when_added
  after insert on enrolments referencing new table as changed
  for each statement execute function refuse_overlapping_enrolments();
create trigger enrolments_do_not_overlap_when_changed
  after update on enrolments referencing new table as changed
  for each statement execute function refuse_overlapping_enrolments();

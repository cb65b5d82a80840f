-- Bulk work on students. A preview fixes whom it is about and what would change; applied, it is what undo reverses.
-- Histories of the records are kept as by each single act. Previews that were never applied are removed after a day.
create table student_batches (
  id bigint generated always as identity primary key,
  -- As the contract has it.
  action jsonb not null,
  changed integer not null default 0 check (changed >= 0),
  made_by bigint not null references people,
  made_at timestamptz not null default now(),
  applied_at timestamptz,
  undone_at timestamptz,
  undone_by bigint references people,
  check (undone_at is null or applied_at is not null),
  check ((undone_at is null) = (undone_by is null))
);
create index student_batches_waiting on student_batches (made_at) where applied_at is null;

create table student_batch_students (
  batch_id bigint not null references student_batches on delete cascade,
  student_id bigint not null references students on delete cascade,
  -- Of the student's record when it was previewed.
  version integer not null,
  -- Why nothing changes; null for those who change, and then what was before.
  skipped text,
  before jsonb,
  primary key (batch_id, student_id)
);
create index student_batch_students_by_student on student_batch_students (student_id);

-- As before, but planned each time: what was once planned for one changed student compares each of 12,000 with
-- every other, which takes a minute.
create or replace function students_change_rosters() returns trigger language plpgsql as $$
declare
  subject_ids bigint[];
begin
  execute $sql$
    select array_agg(subject_id) from enrolments
    where student_id in (
      select now_is.person_id from now_is join was on was.person_id = now_is.person_id
      where (was.name, was.email, was.roll_no) is distinct from
        (now_is.name, now_is.email, now_is.roll_no))
  $sql$ into subject_ids;
  perform rosters_changed(subject_ids);
  return null;
end
$$;

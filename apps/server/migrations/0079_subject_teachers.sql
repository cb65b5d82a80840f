-- Who teaches a subject beside its teacher, from a day on and until its end, or the last day that is given. The marks
-- that they make keep them as their maker.
create table subject_teachers (
  id bigint generated always as identity primary key,
  subject_id bigint not null references subjects on delete cascade,
  person_id bigint not null references people,
  kind text not null check (kind in ('co_teacher', 'assistant', 'substitute')),
  may_mark boolean not null,
  may_grade boolean not null,
  from_on date not null,
  to_on date,
  added_by bigint not null references people,
  added_at timestamptz not null default now(),
  constraint subject_teachers_once unique (subject_id, person_id, from_on),
  constraint subject_teachers_days check (to_on >= from_on),
  constraint subject_teachers_may_something check (may_mark or may_grade),
  constraint subject_teachers_substitutes_end check (kind <> 'substitute' or to_on is not null)
);
create index subject_teachers_person on subject_teachers (person_id);
create index subject_teachers_added_by on subject_teachers (added_by);

-- Letters by percent. A scale is never changed: setting one adds it, the latest counts, and a term
-- that was closed keeps the one it was closed with.
create table grading_scales (
  id bigint generated always as identity primary key,
  -- Null for the scale that Campus comes with; it is older than every term.
  set_by bigint references people (id),
  set_at timestamptz not null default now()
);
create index grading_scales_by_set_by on grading_scales (set_by) where set_by is not null;

-- A grade reaches from its percent up to the next grade's.
create table grading_scale_grades (
  scale_id bigint not null references grading_scales (id),
  letter text not null check (letter <> ''),
  from_percent numeric(4, 1) not null check (from_percent between 0 and 100),
  points numeric(5, 2) not null check (points between 0 and 100),
  primary key (scale_id, from_percent)
);
create unique index grading_scale_letters on grading_scale_grades (scale_id, lower(letter));

with scale as (
  insert into grading_scales (set_at) values ('epoch') returning id
)
insert into grading_scale_grades (scale_id, letter, from_percent, points)
select scale.id, letter, from_percent, points
from scale, (values
  ('A+', 90, 10), ('A', 80, 9), ('B+', 70, 8), ('B', 60, 7), ('C', 50, 6), ('D', 40, 5), ('F', 0, 0)
) as grade (letter, from_percent, points);

-- Once its transaction is done, a scale has a grade for every percent: one that begins at 0.
create function require_lowest_grade() returns trigger
language plpgsql as $$
begin
  if not exists (
    select from grading_scale_grades where scale_id = new.id and from_percent = 0
  ) then
    raise exception 'the grades of a scale begin at 0 percent' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger grading_scales_begin_at_0
  after insert on grading_scales deferrable initially deferred
  for each row execute function require_lowest_grade();

create trigger grading_scales_append_only
  before update or delete or truncate on grading_scales
  for each statement execute function refuse_change();
create trigger grading_scale_grades_append_only
  before update or delete or truncate on grading_scale_grades
  for each statement execute function refuse_change();

-- Published exams of a subject: what every average over subjects begins with.
create index exams_published_by_subject on exams (subject_id) where published_at is not null;

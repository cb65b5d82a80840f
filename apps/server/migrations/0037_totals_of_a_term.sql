-- What the marks of a student come to in a term, so that the students below a percentage are found by
-- index. A submission would have to write two hundred rows for it: they are counted when a list of
-- them is asked for, of the students of those subjects that have been marked since.
create table term_tallies (
  student_id bigint not null references students (person_id),
  term_id bigint not null references terms (id),
  classes integer not null,
  present integer not null,
  -- Days of the first and of the last mark.
  first_on date not null,
  last_on date not null,
  share double precision not null generated always as (present::double precision / classes) stored,
  primary key (student_id, term_id)
) with (fillfactor = 70);
create index term_tallies_by_share on term_tallies (term_id, share);

-- How often marks of a subject have changed, and how often they had when they were counted last.
alter table subject_tallies add column changes integer not null default 0;
create table counted_subjects (
  subject_id bigint primary key references subjects (id),
  changes integer not null
) with (fillfactor = 50);
create view uncounted_subjects as
  select term_id, subject_id, tally.changes
  from subjects
  join subject_tallies tally on tally.subject_id = subjects.id
  left join counted_subjects counted using (subject_id)
  where counted.changes is distinct from tally.changes;

-- Brings term_tallies up to date. Subjects are noted before their marks are counted: what is submitted
-- in between is counted twice, never left out. Planned for as many subjects as there are, one or all.
create function count_term(of_term bigint) returns void
language plpgsql set plan_cache_mode = force_custom_plan set work_mem = '32MB' as $$
declare
  changed bigint[];
begin
  if not exists (select from uncounted_subjects where term_id = of_term) then return; end if;
  perform pg_advisory_xact_lock('term_tallies'::regclass::oid::integer, of_term::integer);
  with noted as (
    insert into counted_subjects
    select subject_id, changes from uncounted_subjects where term_id = of_term
    on conflict (subject_id) do update set changes = excluded.changes
    returning subject_id
  )
  select array_agg(subject_id) into changed from noted;
  insert into term_tallies
  select student_id, of_term, sum(classes), sum(present), min(first_on), max(last_on)
  from attendance_tallies tally
  join subjects on subjects.id = tally.subject_id and term_id = of_term
  where student_id in (select student_id from seats where subject_id = any (changed))
  group by student_id
  on conflict (student_id, term_id) do update set classes = excluded.classes,
    present = excluded.present, first_on = excluded.first_on, last_on = excluded.last_on;
end
$$;

-- The same, counted from the marks.
create view term_tallies_now as
  select student_id, term_id, sum(classes)::integer as classes, sum(present)::integer as present,
    min(first_on) as first_on, max(last_on) as last_on
  from attendance_tallies
  join subjects on subjects.id = subject_id
  group by student_id, term_id;

-- As before, and says that marks of the subject have changed.
create or replace function keep_marks() returns trigger
language plpgsql as $$
begin
  if exists (
    select from unnest(old.present, new.present) as mark (before, after)
    where before is not null and after is null
  ) then
    raise exception 'marks are never taken away';
  end if;
  insert into subject_tallies (subject_id) values (new.subject_id) on conflict do nothing;
  with change as materialized (
    select seat, change.*
    from unnest(new.present, new.remarks, new.corrected_by, old.present, old.remarks)
      with ordinality as mark (present, remarks, corrected_by, was_present, had_remarks, seat)
    left join lateral (
      select mark.present, mark.remarks, mark.corrected_by, was_present, had_remarks
      where mark.present is distinct from was_present or mark.remarks is distinct from had_remarks
    ) as change on true
  ),
  history as (
    insert into class_submissions
    select new.id, new.version, new.marked_by, new.marked_at, count(corrected_by) > 0,
      array_agg(present order by seat),
      case when count(remarks) > 0 then array_agg(remarks order by seat) end,
      case when count(was_present) > 0 then array_agg(was_present order by seat) end,
      case when count(had_remarks) > 0 then array_agg(had_remarks order by seat) end
    from change
  ),
  counted as materialized (
    select seat, (was_present is null)::integer as classes,
      present::integer - coalesce(was_present, false)::integer as present
    from change
    where present is distinct from was_present
  ),
  before as (
    select block * 100 + place as seat, tally.*
    from seat_tallies
    cross join lateral unnest(classes, present, first_on, last_on)
      with ordinality as tally (classes, present, first_on, last_on, place)
    where subject_id = new.subject_id and block in (select (seat - 1) / 100 from counted)
  ),
  of_seats as (
    insert into seat_tallies
    select new.subject_id, (seat - 1) / 100,
      array_agg(coalesce(before.classes, 0) + coalesce(counted.classes, 0) order by seat),
      array_agg(coalesce(before.present, 0) + coalesce(counted.present, 0) order by seat),
      array_agg(least(first_on, case when counted.seat > 0 then new.held_on end) order by seat),
      array_agg(greatest(last_on, case when counted.seat > 0 then new.held_on end) order by seat)
    from before full join counted using (seat)
    group by 2
    on conflict (subject_id, block) do update
      set classes = excluded.classes, present = excluded.present,
        first_on = excluded.first_on, last_on = excluded.last_on
  )
  update subject_tallies
  set marks = marks + added.classes, present = subject_tallies.present + added.present,
    changes = changes + 1
  from (select sum(classes) as classes, sum(present) as present from counted) as added
  where subject_id = new.subject_id and added.classes is not null;
  return null;
end
$$;

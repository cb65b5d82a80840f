-- Low attendance is told without looking at everybody who is low: what is counted of a term says who is there, and each
-- subject has its students in the order of their percentages.
create function tenths_present(present integer, classes integer) returns smallint
language sql immutable strict parallel safe
-- The percentage as it is shown, in tenths of one per cent: half is rounded up.
return ((2000 * present::bigint + classes) / (2 * classes))::smallint;

alter table term_tallies
  add column tenths smallint not null generated always as (tenths_present(present, classes)) stored,
  -- Active, and in a subject of the term on the day for which it was counted.
  add column enrolled boolean not null default false;
create index term_tallies_by_tenths on term_tallies (term_id, tenths) where enrolled;

-- `share`, `counted_subjects`, the view `uncounted_subjects` and `count_term` of a term alone are the former version's.

-- What was counted of a subject last: when its marks and its roster had changed so often, and for which days.
create table subject_percentages (
  subject_id bigint primary key references subjects (id),
  changes integer not null,
  roster_version integer not null,
  days daterange not null,
  -- Percentages of those who are active and enrolled on these days, the lowest first, and whose they are.
  tenths smallint[] not null,
  seats integer[] not null
) with (fillfactor = 50);

-- Subjects whose marks, enrolments or active students have changed since, or of which the day is another.
create function uncounted_subjects(of_term bigint, on_day date)
returns table (subject_id bigint, changes integer, roster_version integer)
language sql stable as $$
  select subjects.id, coalesce(tally.changes, 0), coalesce(roster.version, 0)
  from subjects
  left join subject_tallies tally on tally.subject_id = subjects.id
  left join roster_versions roster on roster.subject_id = subjects.id
  left join subject_percentages counted on counted.subject_id = subjects.id
  where subjects.term_id = of_term
    and (counted.changes is distinct from coalesce(tally.changes, 0)
      or counted.roster_version is distinct from coalesce(roster.version, 0)
      or not counted.days @> on_day)
$$;

-- Brings both up to date. How often subjects have changed is read before they are counted: what is submitted in between
-- is counted twice, never left out. Planned for as many subjects as there are, one or all.
create function count_term(of_term bigint, on_day date) returns void
language plpgsql set plan_cache_mode = force_custom_plan set work_mem = '32MB' as $$
declare
  changed bigint[];
  changes_of_them integer[];
  rosters_of_them integer[];
  theirs bigint[];
  active bigint[];
begin
  if not exists (select from uncounted_subjects(of_term, on_day)) then return; end if;
  perform pg_advisory_xact_lock('term_tallies'::regclass::oid::integer, of_term::integer);
  select array_agg(subject_id), array_agg(changes), array_agg(roster_version)
  into changed, changes_of_them, rosters_of_them
  from uncounted_subjects(of_term, on_day);
  if changed is null then return; end if;
  theirs := array(
    select student_id from seats where subject_id = any (changed)
    union select student_id from enrolments where subject_id = any (changed));
  active := array(
    select person_id from student_directory where person_id = any (theirs) and status = 'active');
  insert into subject_percentages
  select noted.*, coalesce(enrolment.days, '(,)'), coalesce(listed.tenths, '{}'), coalesce(listed.seats, '{}')
  from unnest(changed, changes_of_them, rosters_of_them) as noted (subject_id, changes, roster_version)
  left join (
    select subject_id, daterange(
      greatest(max(from_on) filter (where from_on <= on_day), max(to_on + 1) filter (where to_on < on_day)),
      least(min(from_on) filter (where from_on > on_day), min(to_on + 1) filter (where to_on >= on_day))) as days
    from enrolments where subject_id = any (changed)
    group by subject_id
  ) enrolment using (subject_id)
  left join (
    select subject_id, array_agg(tenths order by tenths, seat) as tenths,
      array_agg(seat order by tenths, seat) as seats
    from (
      select subject_id, max(seat) as seat, max(tenths) as tenths
      from (
        select subject_id, student_id, seat,
          tenths_present(tally.present[seat - 100 * block], tally.classes[seat - 100 * block]) as tenths
        from seats join seat_tallies tally using (subject_id, block)
        where subject_id = any (changed)
        -- No join: where its size is not known yet, a class would be compared with itself.
        union all
        select subject_id, student_id, null, null from enrolments
        where subject_id = any (changed) and on_day between from_on and coalesce(to_on, on_day)
      ) as either
      where student_id = any (active)
      group by subject_id, student_id
      having count(seat) > 0 and count(*) > 1
    ) as place
    group by subject_id
  ) listed using (subject_id)
  on conflict (subject_id) do update set changes = excluded.changes,
    roster_version = excluded.roster_version, days = excluded.days, tenths = excluded.tenths,
    seats = excluded.seats;
  insert into term_tallies (student_id, term_id, classes, present, first_on, last_on, enrolled)
  select student_id, of_term, sum(classes), sum(present), min(first_on), max(last_on),
    student_id = any (active) and exists (
      select from enrolments join subjects on subjects.id = subject_id and subjects.term_id = of_term
      where enrolments.student_id = tally.student_id and on_day between from_on and coalesce(to_on, on_day)
      -- One by one, also of all: to find a few among everybody takes longer.
      offset 0)
  from (
    select student_id, classes, present, first_on, last_on
    from attendance_tallies
    join subjects on subjects.id = subject_id and subjects.term_id = of_term
    where student_id in (select unnest(theirs))
    -- Numbers from here on, instead of the arrays they are taken from.
    offset 0
  ) as tally
  group by student_id
  on conflict (student_id, term_id) do update set classes = excluded.classes,
    present = excluded.present, first_on = excluded.first_on, last_on = excluded.last_on,
    enrolled = excluded.enrolled;
end
$$;

-- As before, and who is active is a change of the roster. Whoever loses an enrolment without a trace is counted anew by
-- the subjects of their marks.
do $$
begin
  execute replace(replace(pg_get_functiondef('students_change_rosters()'::regprocedure),
    'was.roll_no)', 'was.roll_no, was.status)'), 'now_is.roll_no)', 'now_is.roll_no, now_is.status)');
  execute replace(pg_get_functiondef('enrolments_change_rosters()'::regprocedure),
    'array(select subject_id from changed)', 'array(
    select subject_id from changed
    union all select subject_id from seats
    where tg_op = ''DELETE'' and student_id in (select student_id from changed))');
end
$$;

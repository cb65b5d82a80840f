-- `count_term` as before, with less work where thousands of classes were marked: percentages are put in order subject by subject,
-- and whoever is in one of the subjects counted needs no search for an enrolment. A page costs what it does in memory, otherwise
-- the totals of everybody are read for one class.
create or replace function count_term(of_term bigint, on_day date) returns void
language plpgsql set plan_cache_mode = force_custom_plan set work_mem = '32MB' set random_page_cost = 1.1 as $$
declare
  changed bigint[];
  changes_of_them integer[];
  rosters_of_them integer[];
  theirs bigint[];
  active bigint[];
  in_them bigint[];
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
  in_them := array(
    select distinct student_id from enrolments
    where subject_id = any (changed) and on_day between from_on and coalesce(to_on, on_day));
  insert into subject_percentages
  select noted.*, enrolment.days, coalesce(listed.tenths, '{}'), coalesce(listed.seats, '{}')
  from unnest(changed, changes_of_them, rosters_of_them) as noted (subject_id, changes, roster_version)
  cross join lateral (
    select daterange(
      greatest(max(from_on) filter (where from_on <= on_day), max(to_on + 1) filter (where to_on < on_day)),
      least(min(from_on) filter (where from_on > on_day), min(to_on + 1) filter (where to_on >= on_day))) as days
    from enrolments where enrolments.subject_id = noted.subject_id
  ) as enrolment
  cross join lateral (
    select array_agg(tenths order by tenths, seat) as tenths,
      array_agg(seat order by tenths, seat) as seats
    from (
      select student_id, max(seat) as seat, max(tenths) as tenths
      from (
        select student_id, seat,
          tenths_present(tally.present[seat - 100 * block], tally.classes[seat - 100 * block]) as tenths
        from seats join seat_tallies tally using (subject_id, block)
        where subject_id = noted.subject_id
        -- No join: where its size is not known yet, a class would be compared with itself.
        union all
        select student_id, null, null from enrolments
        where enrolments.subject_id = noted.subject_id
          and on_day between from_on and coalesce(to_on, on_day)
      ) as either
      group by student_id
      having count(seat) > 0 and count(*) > 1
      -- Who is active is compared afterwards: everybody would be searched for in every subject.
      offset 0
    ) as place
    where student_id = any (active)
  ) as listed
  on conflict (subject_id) do update set changes = excluded.changes,
    roster_version = excluded.roster_version, days = excluded.days, tenths = excluded.tenths,
    seats = excluded.seats;
  insert into term_tallies (student_id, term_id, classes, present, first_on, last_on, enrolled)
  select student_id, of_term, sum(classes), sum(present), min(first_on), max(last_on),
    student_id = any (active) and (student_id = any (in_them) or exists (
      select from enrolments join subjects on subjects.id = subject_id and subjects.term_id = of_term
      where enrolments.student_id = tally.student_id and on_day between from_on and coalesce(to_on, on_day)
      -- One by one, also of all: to find a few among everybody takes longer.
      offset 0))
  from (
    select student_id, classes, present, first_on, last_on
    from attendance_tallies
    join subjects on subjects.id = subject_id and subjects.term_id = of_term
    where student_id = any (theirs)
    -- Numbers from here on, instead of the arrays they are taken from.
    offset 0
  ) as tally
  group by student_id
  on conflict (student_id, term_id) do update set classes = excluded.classes,
    present = excluded.present, first_on = excluded.first_on, last_on = excluded.last_on,
    enrolled = excluded.enrolled;
end
$$;

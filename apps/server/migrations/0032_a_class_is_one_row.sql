-- A class is one row: its marks are arrays by seat, and so are what a submission changed and what the
-- marks of a student come to. attendance_marks, attendance_mark_changes and attendance_tallies are
-- views now, with a row for each mark, change and student as before.
set local work_mem = '128MB';
-- Everything is read, and joined by hash: any other way takes the square of it.
set local enable_nestloop = off;
set local enable_mergejoin = off;

-- The place of a student in the arrays of a subject: 1, 2, 3 and so on, given with the first mark and
-- never changed. A student or a subject with marks cannot be deleted for it.
create table seats (
  subject_id bigint not null references subjects (id),
  seat integer not null check (seat > 0),
  -- Of its row in seat_tallies.
  block integer not null generated always as ((seat - 1) / 100) stored,
  student_id bigint not null references students (person_id),
  primary key (subject_id, seat) include (student_id),
  unique (student_id, subject_id) include (seat, block)
);
insert into seats (subject_id, seat, student_id)
select subject_id, row_number() over (partition by subject_id order by student_id), student_id
from attendance_tallies;
analyze seats;
create trigger seats_append_only
  before update or delete or truncate on seats
  for each statement execute function refuse_change();

-- What a submission changed, for good: who, when, from what, to what; by seat, null where it changed
-- nothing. `version` is that of the class after it; a correction is one by an administrator.
create table class_submissions (
  session_id bigint not null references class_sessions (id),
  version integer not null check (version > 0),
  changed_by bigint not null references people (id),
  changed_at timestamptz not null,
  correction boolean not null,
  present boolean[] not null,
  -- Null instead of an array that would hold nothing, here and below.
  remarks text[],
  previous_present boolean[],
  previous_remarks text[],
  primary key (session_id, version)
);
insert into class_submissions
select session.id, submission.version, submission.changed_by, submission.changed_at,
  submission.correction,
  array_agg(change.present order by seat),
  case when count(change.remarks) > 0 then array_agg(change.remarks order by seat) end,
  case when count(previous_present) > 0 then array_agg(previous_present order by seat) end,
  case when count(previous_remarks) > 0 then array_agg(previous_remarks order by seat) end
from (
  select distinct session_id, version, changed_by, changed_at, correction
  from attendance_mark_changes
) as submission
join class_sessions session on session.id = submission.session_id
join seats on seats.subject_id = session.subject_id
left join attendance_mark_changes change on change.session_id = session.id
  and change.version = submission.version and change.student_id = seats.student_id
group by 1, 2, 3, 4, 5;

-- By seat; null is no mark, no remark, no correction.
alter table class_sessions
  add column present boolean[] not null default '{}',
  add column remarks text[],
  -- The administrators whose corrections the marks are.
  add column corrected_by bigint[],
  -- Of the submission that made `version`.
  add column marked_by bigint references people (id),
  add column marked_at timestamptz,
  -- A student's mark is taken out of a large class often, and unpacking all of them takes longest.
  alter column present set storage external,
  alter column remarks set storage external;
update class_sessions session
set present = marked.present, remarks = marked.remarks, corrected_by = marked.corrected_by,
  marked_by = latest.changed_by, marked_at = latest.changed_at
from (
  select session_id, array_agg(mark.present order by seat) as present,
    case when count(mark.remarks) > 0 then array_agg(mark.remarks order by seat) end as remarks,
    case when bool_or(mark.correction)
      then array_agg(case when mark.correction then mark.marked_by end order by seat) end as corrected_by
  from (select distinct session_id from class_submissions) as submitted
  join class_sessions session on session.id = session_id
  join seats using (subject_id)
  left join attendance_marks mark using (session_id, student_id)
  group by session_id
) as marked
join class_submissions latest using (session_id)
where session.id = session_id and session.version = latest.version;
alter table class_sessions
  add check (version = 0 or (present <> '{}' and num_nulls(marked_by, marked_at) = 0));

do $$
begin
  if (select (count(*), count(*) filter (where present), count(remarks)) from attendance_marks)
    <> (select (count(mark), count(*) filter (where mark), count(remark))
        from class_sessions, unnest(present, remarks) as kept (mark, remark))
    or (select (count(*), count(*) filter (where present), count(remarks), count(previous_present))
        from attendance_mark_changes)
    <> (select (count(mark), count(*) filter (where mark), count(remark), count(before))
        from class_submissions,
          unnest(present, remarks, previous_present) as kept (mark, remark, before))
  then raise exception 'marks or their history would be lost';
  end if;
end
$$;

drop view subject_tallies_now;
drop view attendance_tallies_now;
drop table attendance_tallies;
drop table attendance_marks;
drop table attendance_mark_changes;
drop function tally_new_marks();
drop function tally_changed_marks();

create trigger class_submissions_append_only
  before update or delete or truncate on class_submissions
  for each statement execute function refuse_change();
create trigger class_sessions_stay
  before delete or truncate on class_sessions
  for each statement execute function refuse_taking_away();

-- What the marks of a hundred seats come to, by seat: always a small row, however large the class.
create table seat_tallies (
  subject_id bigint not null references subjects (id),
  -- Seats 1 to 100 are block 0.
  block integer not null,
  classes integer[] not null,
  present integer[] not null,
  -- Days of the first and of the last mark.
  first_on date[] not null,
  last_on date[] not null,
  primary key (subject_id, block)
) with (fillfactor = 50);

-- By generate_series, of which the planner expects a thousand rows, and not `with ordinality`, of
-- which it expects two: one class is then joined by hash, as it should be.
create view attendance_marks as
  select session.id as session_id, seats.student_id, mark.present, mark.remarks,
    mark.corrected_by is not null as correction,
    coalesce(mark.corrected_by, (
      select changed_by from class_submissions
      where session_id = session.id and class_submissions.present[mark.seat] is not null
      order by version desc limit 1)) as marked_by,
    (select changed_at from class_submissions
      where session_id = session.id and class_submissions.present[mark.seat] is not null
      order by version desc limit 1) as marked_at
  from class_sessions session
  cross join lateral rows from (generate_series(1, cardinality(session.present)),
      unnest(session.present), unnest(session.remarks), unnest(session.corrected_by))
    as mark (seat, present, remarks, corrected_by)
  join seats on seats.subject_id = session.subject_id and seats.seat = mark.seat
  where mark.present is not null;

create view attendance_mark_changes as
  select concat_ws('-', session_id, submission.version, seats.seat) as id, session_id,
    seats.student_id, submission.version, change.present, change.remarks, change.previous_present,
    change.previous_remarks, correction, changed_by, changed_at
  from class_submissions submission
  join class_sessions session on session.id = session_id
  cross join lateral rows from (generate_series(1, cardinality(submission.present)),
      unnest(submission.present), unnest(submission.remarks),
      unnest(submission.previous_present), unnest(submission.previous_remarks))
    as change (seat, present, remarks, previous_present, previous_remarks)
  join seats on seats.subject_id = session.subject_id and seats.seat = change.seat
  where change.present is not null;

create view attendance_tallies as
  select seats.subject_id, student_id, classes[place] as classes, present[place] as present,
    first_on[place] as first_on, last_on[place] as last_on
  from seats
  join seat_tallies tally on tally.subject_id = seats.subject_id and tally.block = seats.block
  cross join lateral (select seats.seat - 100 * seats.block as place) as within;

-- The same, counted from the marks.
create view seat_tallies_now as
  select subject_id, ((seat - 1) / 100)::integer as block,
    array_agg(classes order by seat) as classes, array_agg(present order by seat) as present,
    array_agg(first_on order by seat) as first_on, array_agg(last_on order by seat) as last_on
  from (
    select subject_id, seat, count(*)::integer as classes,
      (count(*) filter (where mark.present))::integer as present,
      min(held_on) as first_on, max(held_on) as last_on
    from class_sessions session
    cross join lateral unnest(session.present) with ordinality as mark (present, seat)
    where mark.present is not null
    group by subject_id, seat
  ) as counted
  group by 1, 2;
create view subject_tallies_now as
  select subject_id, sum(classes)::integer as marks, sum(present)::integer as present
  from attendance_tallies group by subject_id;
insert into seat_tallies select * from seat_tallies_now;

-- Without it the planner expects a fifth of the pairs there are, and makes them distinct before it
-- looks for one (listLowAttendance).
create statistics enrolments_pairs (ndistinct) on subject_id, student_id from enrolments;
analyze enrolments;

-- A submission begins with the row of its subject: those of one subject follow each other.
alter table subject_tallies
  alter column marks set default 0,
  alter column present set default 0,
  drop constraint subject_tallies_check,
  add check (present between 0 and marks);

-- Keeps what a submission changed, and what the marks come to. The transaction holds the row of the
-- subject in subject_tallies.
create function keep_marks() returns trigger
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
  set marks = marks + added.classes, present = subject_tallies.present + added.present
  from (select sum(classes) as classes, sum(present) as present from counted) as added
  where subject_id = new.subject_id and added.classes is not null;
  return null;
end
$$;
create trigger class_sessions_kept_when_added
  after insert on class_sessions
  for each row when (new.version > 0) execute function keep_marks();
create trigger class_sessions_kept_when_changed
  after update on class_sessions
  for each row when (old.present is distinct from new.present
    or old.remarks is distinct from new.remarks) execute function keep_marks();

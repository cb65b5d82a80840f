-- Whether a mark as it stands is an administrator's correction: the roster says so, and would have
-- to look into the history of each mark without this.
alter table attendance_marks add column correction boolean not null default false;
update attendance_marks marks set correction = true
from (
  select distinct on (session_id, student_id) session_id, student_id, correction
  from attendance_mark_changes order by session_id, student_id, id desc
) as latest
where latest.correction and latest.session_id = marks.session_id
  and latest.student_id = marks.student_id;

-- All classes of one day.
create index class_sessions_by_day on class_sessions (held_on);

-- What the marks of a student in a subject come to, kept by triggers: a list of everybody below a
-- percentage would read every mark there is without this.
create table attendance_tallies (
  subject_id bigint not null references subjects (id),
  student_id bigint not null references students (person_id),
  classes integer not null,
  present integer not null,
  -- Days of the first and of the last mark.
  first_on date not null,
  last_on date not null,
  primary key (subject_id, student_id),
  check (classes > 0 and present between 0 and classes),
  check (first_on <= last_on)
) with (fillfactor = 80);
create index attendance_tallies_by_student on attendance_tallies (student_id);

create view attendance_tallies_now as
  select session.subject_id, marks.student_id, count(*)::integer as classes,
    (count(*) filter (where marks.present))::integer as present,
    min(session.held_on) as first_on, max(session.held_on) as last_on
  from attendance_marks marks
  join class_sessions session on session.id = marks.session_id
  group by session.subject_id, marks.student_id;

insert into attendance_tallies select * from attendance_tallies_now;

-- In the order of the key, here and below: two classes of one subject that are marked at the same
-- moment do not wait for each other in a circle.
create function tally_new_marks() returns trigger
language plpgsql as $$
begin
  insert into attendance_tallies as tally
  select session.subject_id, added.student_id, count(*), count(*) filter (where added.present),
    min(session.held_on), max(session.held_on)
  from added
  join class_sessions session on session.id = added.session_id
  group by 1, 2
  order by 1, 2
  on conflict (subject_id, student_id) do update
    set classes = tally.classes + excluded.classes,
      present = tally.present + excluded.present,
      first_on = least(tally.first_on, excluded.first_on),
      last_on = greatest(tally.last_on, excluded.last_on);
  return null;
end
$$;
create trigger attendance_marks_tallied_when_added
  after insert on attendance_marks referencing new table as added
  for each statement execute function tally_new_marks();

create function tally_changed_marks() returns trigger
language plpgsql as $$
begin
  with difference as materialized (
    select session.subject_id, was.student_id,
      sum(now_is.present::integer - was.present::integer) as present
    from was
    join now_is using (session_id, student_id)
    join class_sessions session on session.id = was.session_id
    where was.present <> now_is.present
    group by 1, 2
  ),
  held as materialized (
    select tally.subject_id, tally.student_id
    from attendance_tallies tally
    join difference using (subject_id, student_id)
    order by 1, 2
    for update of tally
  )
  update attendance_tallies tally set present = tally.present + difference.present
  from difference
  join held using (subject_id, student_id)
  where tally.subject_id = held.subject_id and tally.student_id = held.student_id;
  return null;
end
$$;
create trigger attendance_marks_tallied_when_changed
  after update on attendance_marks referencing old table as was new table as now_is
  for each statement execute function tally_changed_marks();

-- A mark can be changed, and never taken away: the tallies and the history count on it.
create function refuse_taking_away() returns trigger
language plpgsql as $$
begin
  raise exception '% are never taken away', tg_table_name;
end
$$;
create trigger attendance_marks_stay
  before delete or truncate on attendance_marks
  for each statement execute function refuse_taking_away();

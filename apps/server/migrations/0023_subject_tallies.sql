-- What the marks of a subject come to, one row a subject, kept by the triggers that keep the tallies
-- of its students: a teacher's statistics would add up hundreds of those at every look without this.
create table subject_tallies (
  subject_id bigint primary key references subjects (id),
  marks integer not null,
  present integer not null,
  check (marks > 0 and present between 0 and marks)
) with (fillfactor = 50);

create view subject_tallies_now as
  select subject_id, sum(classes)::integer as marks, sum(present)::integer as present
  from attendance_tallies group by subject_id;

insert into subject_tallies select * from subject_tallies_now;

-- The row of the subject comes before those of its students, here and below: what nobody reads in a
-- statement (of_students) is done at its end. Two classes of one subject that are marked at the same
-- moment follow each other.
create or replace function tally_new_marks() returns trigger
language plpgsql as $$
begin
  with addition as materialized (
    select session.subject_id, added.student_id, count(*)::integer as classes,
      (count(*) filter (where added.present))::integer as present,
      min(session.held_on) as first_on, max(session.held_on) as last_on
    from added
    join class_sessions session on session.id = added.session_id
    group by 1, 2
  ),
  of_students as (
    insert into attendance_tallies as tally
    select * from addition order by subject_id, student_id
    on conflict (subject_id, student_id) do update
      set classes = tally.classes + excluded.classes,
        present = tally.present + excluded.present,
        first_on = least(tally.first_on, excluded.first_on),
        last_on = greatest(tally.last_on, excluded.last_on)
  )
  insert into subject_tallies as tally
  select subject_id, sum(classes), sum(present) from addition group by 1 order by 1
  on conflict (subject_id) do update
    set marks = tally.marks + excluded.marks, present = tally.present + excluded.present;
  return null;
end
$$;

create or replace function tally_changed_marks() returns trigger
language plpgsql as $$
begin
  if not exists (select from was) then return null; end if;
  execute $sql$
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
    ),
    held_subjects as materialized (
      select tally.subject_id from subject_tallies tally
      where tally.subject_id in (select subject_id from difference)
      order by 1
      for update of tally
    ),
    of_students as (
      update attendance_tallies tally set present = tally.present + difference.present
      from difference
      join held using (subject_id, student_id)
      where tally.subject_id = held.subject_id and tally.student_id = held.student_id
    )
    update subject_tallies tally set present = tally.present + difference.present
    from (
      select subject_id, sum(present) as present from difference group by 1
    ) as difference
    join held_subjects using (subject_id)
    where tally.subject_id = difference.subject_id
  $sql$;
  return null;
end
$$;

-- What joins the rows before a change with the rows after it is planned anew each time, as for the
-- catalogue: a plan made when one record was edited compares every row with every other, which for a file
-- or a promotion of 50,000 students takes hours.
create or replace function keep_people_changes() returns trigger
language plpgsql as $$
begin
  execute $sql$
    insert into person_changes (person_id, field, before, after, changed_by)
    select now_is.id, field, before, after, current_actor()
    from was join now_is using (id), lateral (values
      (1, 'name', was.name collate "C", now_is.name collate "C"),
      (2, 'email', was.email, now_is.email),
      (3, 'univId', was.univ_id, now_is.univ_id),
      (4, 'dob', to_char(was.dob, 'YYYY-MM-DD'), to_char(now_is.dob, 'YYYY-MM-DD')),
      (5, 'gender', was.gender, now_is.gender),
      (6, 'contactNo', was.contact_phone, now_is.contact_phone),
      (7, 'address', was.address, now_is.address),
      (8, 'active', was.active::text, now_is.active::text)
    ) as compared (place, field, before, after)
    where before is distinct from after
    order by now_is.id, place
  $sql$;
  return null;
end
$$;

create or replace function keep_students_changes() returns trigger
language plpgsql as $$
begin
  execute $sql$
    insert into person_changes (person_id, field, before, after, changed_by)
    select now_is.person_id, field, before, after, current_actor()
    from was join now_is using (person_id), lateral (values
      (1, 'rollNo', was.roll_no collate "C", now_is.roll_no collate "C"),
      (2, 'course', was.course, now_is.course),
      (3, 'branch', was.branch, now_is.branch),
      (4, 'semester', was.semester::text, now_is.semester::text),
      (5, 'year', was.year::text, now_is.year::text),
      (6, 'nationality', was.nationality, now_is.nationality),
      (7, 'bloodGroup', was.blood_group, now_is.blood_group),
      (8, 'parentName', was.parent_name, now_is.parent_name),
      (9, 'parentContactNo', was.parent_contact_phone, now_is.parent_contact_phone),
      (10, 'parentOccupation', was.parent_occupation, now_is.parent_occupation),
      (11, 'withdrawnOn', to_char(was.withdrawn_on, 'YYYY-MM-DD'), to_char(now_is.withdrawn_on, 'YYYY-MM-DD'))
    ) as compared (place, field, before, after)
    where before is distinct from after
    order by now_is.person_id, place
  $sql$;
  return null;
end
$$;

create or replace function keep_faculty_changes() returns trigger
language plpgsql as $$
begin
  execute $sql$
    insert into person_changes (person_id, field, before, after, changed_by)
    select now_is.person_id, 'department', was.department, now_is.department, current_actor()
    from was join now_is using (person_id)
    where was.department is distinct from now_is.department
  $sql$;
  return null;
end
$$;

create or replace function relist_changed_people() returns trigger
language plpgsql as $$
declare
  ids bigint[];
begin
  execute $sql$
    select coalesce(array_agg(id), '{}') from was join now_is using (id)
    where (was.name, was.email, was.univ_id, was.active)
      is distinct from (now_is.name, now_is.email, now_is.univ_id, now_is.active)
  $sql$ into ids;
  if ids <> '{}' then perform relist_students(ids); end if;
  return null;
end
$$;

-- A first submission changes no mark: it is spared the planning.
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
    )
    update attendance_tallies tally set present = tally.present + difference.present
    from difference
    join held using (subject_id, student_id)
    where tally.subject_id = held.subject_id and tally.student_id = held.student_id
  $sql$;
  return null;
end
$$;

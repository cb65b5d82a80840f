-- Students who have finished: their last day is that of the withdrawn, and what ends with it ends alike.
alter table students
  add column graduated boolean not null default false,
  -- Stays in the semester at the next closing of a term.
  add column repeats boolean not null default false,
  add constraint students_graduates_have_a_last_day check (not graduated or withdrawn_on is not null);

-- What a closing did with them, to be put back.
alter table closing_students
  add column graduated_on date,
  add column repeats boolean not null default false;

alter table student_directory drop constraint student_directory_status_check,
  add constraint student_directory_status_check
    check (status in ('active', 'withdrawn', 'graduated', 'deactivated'));

create or replace function students_as_they_are() returns setof student_directory
language sql stable as $$
  select person_id, status, person_key(name, email, univ_id, roll_no, contact_phone),
    name, email, coalesce(univ_id, ''), roll_no, course, branch, semester, year,
    (select row_to_json(item)::text from (
      select person_id::text as id, name, email, univ_id as "univId", roll_no as "rollNo", course,
        branch, semester, year, status) item)
  from people join students on students.person_id = people.id
  cross join lateral (
    select case when active then 'active' when graduated then 'graduated'
      when withdrawn_on is not null then 'withdrawn' else 'deactivated' end as status) state
$$;

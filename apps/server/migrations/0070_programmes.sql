-- What the course and the branch of a student and the department of a teacher mean. Their texts stay, kept in step
-- by triggers: an unknown one becomes a record that nobody has confirmed. A record that is `merged_into` another one
-- is a former spelling of it.
create table departments (
  id bigint generated always as identity primary key,
  code text check (code <> ''),
  name text not null check (name <> ''),
  confirmed boolean not null default false,
  merged_into bigint references departments check (merged_into <> id)
);
create unique index departments_name on departments (lower(name));
create index departments_merged on departments (merged_into);

create table programmes (
  id bigint generated always as identity primary key,
  code text check (code <> ''),
  name text not null check (name <> ''),
  department_id bigint references departments,
  semesters integer check (semesters between 1 and 20),
  confirmed boolean not null default false,
  merged_into bigint references programmes check (merged_into <> id)
);
create unique index programmes_name on programmes (lower(name));
create unique index programmes_code on programmes (lower(code));
create unique index departments_code on departments (lower(code));
create index programmes_merged on programmes (merged_into);
create index programmes_by_department on programmes (department_id);

create table programme_branches (
  id bigint generated always as identity primary key,
  programme_id bigint not null references programmes on delete cascade,
  name text not null check (name <> ''),
  confirmed boolean not null default false,
  merged_into bigint references programme_branches on delete cascade check (merged_into <> id)
);
create unique index programme_branches_name on programme_branches (programme_id, lower(name));
create index programme_branches_merged on programme_branches (merged_into);

alter table students add column programme_id bigint references programmes,
  add column branch_id bigint references programme_branches;
alter table faculty add column department_id bigint references departments;
create index students_by_programme on students (programme_id);
create index students_by_branch on students (branch_id);
create index faculty_by_department on faculty (department_id);

-- The text says it in the history.
drop trigger students_changes_kept on students;
create trigger students_changes_kept after update on students
  referencing old table as was new table as now_is for each statement
  execute function keep_changes('person_changes', 'person_id', 'person_id', 'role=', 'programme_id=', 'branch_id=',
    'parent_contact_no=', 'parent_contact_phone=parentContactNo');
drop trigger faculty_changes_kept on faculty;
create trigger faculty_changes_kept after update on faculty
  referencing old table as was new table as now_is for each statement
  execute function keep_changes('person_changes', 'person_id', 'person_id', 'role=', 'department_id=');

-- What a text means, in the spelling that stays: a confirmed name, or the text itself. The row is held, so that
-- a merge under way is waited for.
create function programme_of(inout given text, out id bigint) language plpgsql as $$
declare
  known record;
begin
  if coalesce(given, '') = '' then return; end if;
  loop
    select programmes.id, merged_into, name, confirmed into known
      from programmes where lower(name) = lower(given) for key share;
    exit when found;
    insert into programmes (name) values (given) on conflict do nothing;
  end loop;
  if known.merged_into is not null then
    select programmes.id, null::bigint, name, confirmed into known
      from programmes where programmes.id = known.merged_into for key share;
  end if;
  id := known.id;
  if known.confirmed then given := known.name; end if;
end
$$;

create function branch_of(programme bigint, inout given text, out id bigint) language plpgsql as $$
declare
  known record;
begin
  if programme is null or coalesce(given, '') = '' then return; end if;
  loop
    select branches.id, merged_into, name, confirmed into known
      from programme_branches branches where programme_id = programme and lower(name) = lower(given) for key share;
    exit when found;
    insert into programme_branches (programme_id, name) values (programme, given) on conflict do nothing;
  end loop;
  if known.merged_into is not null then
    select branches.id, null::bigint, name, confirmed into known
      from programme_branches branches where branches.id = known.merged_into for key share;
  end if;
  id := known.id;
  if known.confirmed then given := known.name; end if;
end
$$;

create function department_of(inout given text, out id bigint) language plpgsql as $$
declare
  known record;
begin
  if coalesce(given, '') = '' then return; end if;
  loop
    select departments.id, merged_into, name, confirmed into known
      from departments where lower(name) = lower(given) for key share;
    exit when found;
    insert into departments (name) values (given) on conflict do nothing;
  end loop;
  if known.merged_into is not null then
    select departments.id, null::bigint, name, confirmed into known
      from departments where departments.id = known.merged_into for key share;
  end if;
  id := known.id;
  if known.confirmed then given := known.name; end if;
end
$$;

create function spell_student() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.programme_id is not null
    and (new.course, new.branch) is not distinct from (old.course, old.branch) then return new; end if;
  select * into new.course, new.programme_id from programme_of(new.course);
  select * into new.branch, new.branch_id from branch_of(new.programme_id, new.branch);
  return new;
end
$$;
create function spell_teacher() returns trigger language plpgsql as $$
begin
  select * into new.department, new.department_id from department_of(new.department);
  return new;
end
$$;

-- The confirmed name of a course, where the text is it or was merged into it; otherwise the text.
create function known_course(given text) returns text language sql stable as $$
  select coalesce((
    select coalesce(named.name, known.name)
    from programmes known left join programmes named on named.id = known.merged_into
    where lower(known.name) = lower(given) and coalesce(named.confirmed, known.confirmed)), given)
$$;
-- Without a course a branch may be of any programme: its text stays.
create function known_branch(of_course text, given text) returns text language sql stable as $$
  select coalesce((
    select coalesce(named.name, known.name)
    from programmes join programme_branches known on programme_id = programmes.id
    left join programme_branches named on named.id = known.merged_into
    where lower(programmes.name) = lower(of_course) and lower(known.name) = lower(given)
      and coalesce(named.confirmed, known.confirmed)), given)
$$;
-- An audience names what there is, and makes nothing.
create function spell_audience() returns trigger language plpgsql as $$
begin
  new.audience_course := known_course(new.audience_course);
  new.audience_branch := known_branch(new.audience_course, new.audience_branch);
  return new;
end
$$;
create trigger audience_spelled before insert or update of audience_course, audience_branch on subjects
  for each row when (new.audience_course is not null) execute function spell_audience();
create trigger audience_spelled before insert or update of audience_course, audience_branch on events
  for each row when (new.audience_course is not null) execute function spell_audience();

-- Everybody who is there, by the spelling that most of them have. Nothing that others read changes.
alter table students disable trigger user;
alter table faculty disable trigger user;
create trigger students_spelled before insert or update of course, branch on students
  for each row execute function spell_student();
create trigger teachers_spelled before insert or update of department on faculty
  for each row execute function spell_teacher();
insert into programmes (name) select mode() within group (order by course)
  from students where course <> '' group by lower(course);
insert into departments (name) select mode() within group (order by department)
  from faculty where department <> '' group by lower(department);
update students set course = course where course <> '';
update faculty set department = department;
alter table students enable trigger user;
alter table faculty enable trigger user;

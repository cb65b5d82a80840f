-- Names sort as people expect them (Émile beside Emil); numbers inside identifiers sort by value.
create collation campus_name (provider = icu, locale = 'und');
create collation campus_natural (provider = icu, locale = 'und-u-kn');

create table people (
  id bigint generated always as identity primary key,
  role text not null check (role in ('admin', 'teacher', 'student')),
  email text not null unique check (email = lower(email)),
  name text collate campus_name not null check (name <> ''),
  univ_id text collate campus_natural unique,
  dob date,
  gender text check (gender in ('Male', 'Female', 'Other')),
  contact_no bigint,
  contact_phone text,
  address text,
  active boolean not null default true,
  -- The identity this person signs in with, bound at the first sign-in: a recycled e-mail address
  -- opens nobody else's door.
  identity_issuer text,
  identity_subject text,
  -- ID tokens issued before this instant are refused.
  valid_from timestamptz not null default 'epoch',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (identity_issuer, identity_subject),
  unique (id, role),
  check ((identity_issuer is null) = (identity_subject is null)),
  check ((contact_no is null) = (contact_phone is null))
);
create index people_by_name on people (role, name, id);

create table students (
  person_id bigint primary key,
  role text not null default 'student' check (role = 'student'),
  roll_no text collate campus_natural unique,
  course text,
  branch text,
  semester integer check (semester >= 1),
  year integer check (year >= 1),
  nationality text,
  blood_group text,
  parent_name text,
  parent_contact_no bigint,
  parent_contact_phone text,
  parent_occupation text,
  foreign key (person_id, role) references people (id, role),
  check ((parent_contact_no is null) = (parent_contact_phone is null))
);

create table faculty (
  person_id bigint primary key,
  role text not null default 'teacher' check (role = 'teacher'),
  department text not null,
  foreign key (person_id, role) references people (id, role)
);

create sequence student_univ_ids;
create sequence faculty_univ_ids;

-- S2026-000123 for a student, F2026-0123 for a teacher. A number that outgrows its digits keeps them.
create function univ_id_of(of_role text, in_year integer, number bigint) returns text
language sql immutable
return case of_role when 'student' then 'S' else 'F' end || in_year || '-' ||
  lpad(number::text, greatest(case of_role when 'student' then 6 else 4 end, length(number::text)), '0');

-- The next free university ID; numbers that somebody was given by hand are passed over. Without the
-- setting the plan made while the table is small reads all of it again for each of many new people.
create function next_univ_id(of_role text, in_year integer) returns text
language plpgsql set enable_seqscan = off as $$
declare
  candidate text;
begin
  loop
    candidate := univ_id_of(of_role, in_year, case of_role
      when 'student' then nextval('student_univ_ids') else nextval('faculty_univ_ids') end);
    exit when not exists (select from people where univ_id = candidate);
  end loop;
  return candidate;
end
$$;

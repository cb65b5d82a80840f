-- A search finds what holds each of its words, in any order: case and accents do not count.
create function search_patterns(search text) returns text[]
language sql immutable strict parallel safe
return array(
  select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
  from regexp_split_to_table(trim(search_key(search)), '\s+') as word);

-- Null for what is no telephone number: one has seven digits at least, however they are grouped.
create function phone_pattern(search text) returns text
language sql immutable strict parallel safe
return case when search ~ '^[+(]?[0-9][0-9 ()./-]*$' and search ~ '([0-9][^0-9]*){7}'
  then '%' || regexp_replace(search, '[^0-9]', '', 'g') || '%' end;

-- The digits of a telephone number, and the last ten: most people leave out the country.
create function phone_words(phone text) returns text
language sql immutable parallel safe
return case when phone is null then '' else regexp_replace(phone, '[^0-9]', '', 'g') || E'\n'
  || right(regexp_replace(phone, '[^0-9]', '', 'g'), 10) end;

-- What is said of a person, one below the other, as it is searched.
create function person_key(name text, email text, univ_id text, other text, phone text) returns text
language sql immutable parallel safe
return search_key((name || E'\n' || email || E'\n' || coalesce(univ_id, '') || E'\n'
  || coalesce(other, '') || E'\n' || phone_words(phone)) collate "C");

create or replace function students_as_they_are() returns setof student_directory
language sql stable as $$
  select person_id, status, person_key(name, email, univ_id, roll_no, contact_phone),
    name, email, coalesce(univ_id, ''), roll_no, course, branch, semester, year,
    (select row_to_json(item)::text from (
      select person_id::text as id, name, email, univ_id as "univId", roll_no as "rollNo", course,
        branch, semester, year, status) item)
  from people join students on students.person_id = people.id
  cross join lateral (
    select case when active then 'active' when withdrawn_on is not null then 'withdrawn'
      else 'deactivated' end as status) state
$$;

create or replace function relist_changed_people() returns trigger
language plpgsql as $$
declare
  ids bigint[] := array(
    select id from was join now_is using (id)
    where (was.name, was.email, was.univ_id, was.contact_phone, was.active)
      is distinct from (now_is.name, now_is.email, now_is.univ_id, now_is.contact_phone, now_is.active));
begin
  if ids <> '{}' then perform relist_students(ids); end if;
  return null;
end
$$;

select relist_students(array(select person_id from student_directory));

-- What begins with the words of a search is found at once among 100,000 people.
create function key_words(key text) returns tsvector
language sql immutable strict parallel safe
return to_tsvector('simple'::regconfig,
  trim(regexp_replace(key collate campus_name, '[^[:alnum:]]+', ' ', 'g')));

-- A search without words begins nothing. The last ten digits of a telephone number are a word, too.
create function beginning_with(search text) returns tsquery
language sql immutable strict parallel safe
return book_query(search) || case when phone_pattern(search) is null then ''::tsquery
  else to_tsquery('simple'::regconfig, regexp_replace(search, '[^0-9]', '', 'g') || ':*') end;

create index student_directory_by_words on student_directory using gin (key_words(search_key));
create index teachers_by_words on people
  using gin (key_words(person_key(name, email, univ_id, null, contact_phone)))
  where role = 'teacher';

alter table subjects add column search_key text collate "C" not null
  generated always as (search_key((name || E'\n' || code) collate "C")) stored;
alter table exams add column search_key text collate "C" not null
  generated always as (search_key(title collate "C")) stored;

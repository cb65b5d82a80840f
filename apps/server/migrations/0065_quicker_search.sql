-- What teachers and administrators are searched by is stored, as it is for students. Made for each row it
-- took most of a search that begins nobody's name.
alter table people add column search_key text collate "C"
  generated always as (case when role <> 'student'
    then person_key(name, email, univ_id, null, contact_phone) end) stored;
alter table faculty add column search_key text collate "C"
  generated always as (search_key(department collate "C")) stored;

create index staff_by_words on people using gin (key_words(search_key)) where role <> 'student';
drop index teachers_by_words;

-- Null for what is no telephone number, and for digits alone: the pattern of that word says the same.
create or replace function phone_pattern(search text) returns text
language sql immutable strict parallel safe
return case when search ~ '^[+(]?[0-9][0-9 ()./-]*$' and search ~ '([0-9][^0-9]*){7}'
    and search ~ '[^0-9]'
  then '%' || regexp_replace(search, '[^0-9]', '', 'g') || '%' end;

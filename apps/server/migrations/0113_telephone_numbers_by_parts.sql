-- A page of students by a telephone number with a country, or with the zero in front, which the record has without.
create or replace function students_by_parts(search text, most integer) returns setof student_directory
language sql stable strict parallel safe
set enable_seqscan = off
set enable_indexscan = off
begin atomic
  select * from student_directory
  where key_parts(search_key) @> key_parts(search_key(search))
    or key_parts(search_key) @> key_parts(phone_pattern(search)) limit most;
end;

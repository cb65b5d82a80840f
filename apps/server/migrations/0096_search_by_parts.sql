-- What holds the words of a search anywhere is found at once among 100,000 students: each key is indexed by
-- every three letters or digits in a row of it. `pg_trgm` does this, too, but not every server has it.
create function key_parts(key text) returns text[]
language sql immutable strict parallel safe
return array(
  select substr(word, at, 3) collate "C"
  from regexp_split_to_table(key collate campus_name, '[^[:alnum:]]+') as word,
    generate_series(1, length(word) - 2) as at);

create index student_directory_by_parts on student_directory using gin (key_parts(search_key));

-- Those who may hold the words of a search, as only that index tells: `key_parts` of each row takes seconds,
-- which the planner would spend on a search that most are found by.
create function students_by_parts(search text, most integer) returns setof student_directory
language sql stable strict parallel safe
set enable_seqscan = off
set enable_indexscan = off
begin atomic
  select * from student_directory
  where key_parts(search_key) @> key_parts(search_key(search)) limit most;
end;

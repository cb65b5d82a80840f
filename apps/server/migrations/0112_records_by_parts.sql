-- Subjects and exams of ten years are searched as students are (0096): most searches are for people and find none.
create index subjects_by_parts on subjects using gin (key_parts(search_key));
create index exams_by_parts on exams using gin (key_parts(search_key));

-- Those that may hold the words of a search. An exam is found by its title and by its subject: either all words are in
-- the title, but for those too short for the index, or one of them is in the subject.
create function subjects_by_parts(search text, most integer) returns setof bigint
language sql stable strict parallel safe
set enable_seqscan = off
set enable_indexscan = off
begin atomic
  select id from subjects
  where key_parts(search_key) @> key_parts(search_key(search))
    or key_parts(search_key) @> key_parts(phone_pattern(search)) limit most;
end;

create function exams_by_parts(search text, most integer) returns setof bigint
language sql stable strict parallel safe
set enable_seqscan = off
set enable_indexscan = off
begin atomic
  select id from exams
  where key_parts(search_key) @> key_parts(search_key(search))
    or key_parts(search_key) @> key_parts(phone_pattern(search))
  union all
  select exams.id from unnest(search_patterns(search) || phone_pattern(search)) as word
    join subjects on key_parts(subjects.search_key) @> key_parts(word)
    join exams on subject_id = subjects.id
  where key_parts(word) <> '{}'
  limit most;
end;

-- A number with its country or a leading zero finds records without it: by its last ten digits, as they are stored.
-- Null for what is no telephone number, and for digits alone otherwise: the pattern of that word says the same.
create or replace function phone_pattern(search text) returns text
language sql immutable strict parallel safe
return case
  when search !~ '^[+(]*[0-9][0-9 ()./-]*$' or search !~ '([0-9][^0-9]*){7}' then null
  when search ~ '^[(]*[+0]' and search ~ '([0-9][^0-9]*){11}'
    then '%' || right(regexp_replace(search, '[^0-9]', '', 'g'), 10) || '%'
  when search ~ '[^0-9]' then '%' || regexp_replace(search, '[^0-9]', '', 'g') || '%' end;

create or replace function beginning_with(search text) returns tsquery
language sql immutable strict parallel safe
return book_query(search) || case when phone_pattern(search) is null then ''::tsquery
  else to_tsquery('simple'::regconfig, trim('%' from phone_pattern(search)) || ':*') end;

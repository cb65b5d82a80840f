-- An e-mail that a person had, and somebody else has by now, is not erased with the person.
create function addresses_of(person bigint) returns setof text language sql stable as $$
  select email from people where id = person
  union
  select value from person_changes, unnest(array[before, after]) as value
  where person_id = person and field = 'email' and value is not null
    and not exists (select from people other where other.email = value and other.id <> person)
$$;

do $$
begin
  execute replace(pg_get_functiondef('erase_from_trail(bigint)'::regprocedure),
    'select email from people where id = person
    union select unnest(array[before, after]) from person_changes where person_id = person and field = ''email''',
    'select email from addresses_of(person) as email');
  execute replace(pg_get_functiondef('erase_person(bigint)'::regprocedure),
    'from (
    select email from people where id = erased
    union select unnest(array[before, after]) from person_changes where person_id = erased and field = ''email''
  ) as had where email is not null;',
    'from addresses_of(erased) as email;');
end
$$;

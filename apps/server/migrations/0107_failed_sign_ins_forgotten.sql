-- Who fails to sign in is nobody yet, but had an address and a browser: erased with the person whose account it was.
do $$
begin
  execute replace(pg_get_functiondef('erase_from_trail(bigint)'::regprocedure),
    'person_id is not distinct from person and origin_salt is not null as mine',
    'origin_salt is not null and (person_id is not distinct from person
          or kind = ''sign_in_failed'' and record_kind = ''person'' and record_id = person) as mine');
end
$$;

-- The same for whom has been erased already.
update trail set address = null, browser = null, origin_salt = null,
  origin_digest = sha256(convert_to(origin_salt || trail_origin(trail), 'UTF8'))
from people
where kind = 'sign_in_failed' and record_kind = 'person' and record_id = people.id and erased_at is not null
  and origin_salt is not null;

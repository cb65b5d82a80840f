-- Erasing a person empties the entries of the trail that name their e-mail, not those of somebody whose e-mail contains
-- it, as joann@… contains ann@….
do $$
begin
  execute replace(pg_get_functiondef('erase_from_trail(bigint)'::regprocedure),
    'select from addresses where position(email in details::text) > 0)',
    'select from jsonb_array_elements(details -> ''changes'') as change
          join addresses on email in
            (split_part(change ->> ''before'', '','', 1), split_part(change ->> ''after'', '','', 1)))');
end
$$;

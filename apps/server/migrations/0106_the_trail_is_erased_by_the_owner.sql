-- The service could empty entries of the trail at will. Now `erase_from_trail` runs with the rights of its caller, and so
-- only within `erase_person`; addresses and browsers are kept at least as long as the settings say.
alter function erase_from_trail(bigint) security invoker reset search_path;

create or replace function forget_trail_origins(older_than timestamptz, most integer) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with forgotten as (
    update trail set address = null, browser = null, origin_salt = null,
      origin_digest = sha256(convert_to(origin_salt || trail_origin(trail), 'UTF8'))
    where id in (
      select id from trail
      where origin_salt is not null and at < (
        select least(older_than,
          (now() at time zone 'UTC' - make_interval(months => (retention ->> 'origins')::integer)) at time zone 'UTC')
        from campus_settings where (retention ->> 'origins')::integer > 0)
      order by at limit most for update skip locked)
    returning 1
  )
  select count(*) from forgotten
$$;

-- As before, but planned each time: what was once planned for one changed person compares each of 12,000 with every
-- other, as in 0053.
create or replace function relist_changed_people() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  execute $sql$
    select array(
      select id from was join now_is using (id)
      where (was.name, was.email, was.univ_id, was.contact_phone, was.active)
        is distinct from (now_is.name, now_is.email, now_is.univ_id, now_is.contact_phone, now_is.active))
  $sql$ into ids;
  if ids <> '{}' then perform relist_students(ids); end if;
  return null;
end
$$;

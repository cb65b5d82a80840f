-- Whoever merges or renames a programme or branch respells the audiences there are. A new one waits for them to commit.
create or replace function spell_audience() returns trigger language plpgsql as $$
begin
  perform from programmes where lower(name) = lower(new.audience_course) for key share;
  perform from programme_branches as branches join programmes on programmes.id = programme_id
    where lower(programmes.name) = lower(new.audience_course)
      and lower(branches.name) = lower(new.audience_branch) for key share of branches;
  new.audience_course := known_course(new.audience_course);
  new.audience_branch := known_branch(new.audience_course, new.audience_branch);
  return new;
end
$$;

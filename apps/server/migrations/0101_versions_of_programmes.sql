-- Whoever changes a programme or department says which version they saw.
alter table programmes add column version integer not null default 1;
alter table departments add column version integer not null default 1;

create function next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

create trigger next_version before update on programmes for each row execute function next_version();
create trigger next_version before update on departments for each row execute function next_version();

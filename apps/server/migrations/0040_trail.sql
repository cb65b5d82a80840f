-- Who did what: one row for each act, written in the act's own transaction; reads of what not everybody sees come in
-- batches. Names are those of the people and records at the time one looks.
create table trail (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- Of the closed list in the contract (acts).
  kind text not null check (kind ~ '^[a-z_]+$'),
  -- Null for a visitor, the operator of the server and Campus itself, as the role says.
  person_id bigint references people (id),
  role text not null check (role in ('admin', 'teacher', 'student', 'visitor', 'operator', 'campus')),
  record_kind text,
  record_id bigint,
  request_id text,
  -- From where: the person's, and erased with them.
  address text,
  browser text,
  -- How many, in which other record, and what was before and after: the record's, and erased with it.
  details jsonb,
  -- The digest of a row is that of three digests, each of a salt and a part of the row. A part is erased with its salt,
  -- and leaves its digest: nobody can guess from that what it was, and the row's digest stays.
  salt uuid not null default gen_random_uuid(),
  origin_salt uuid default gen_random_uuid(),
  details_salt uuid default gen_random_uuid(),
  origin_digest bytea,
  details_digest bytea,
  check (record_kind is not null or record_id is null),
  check ((origin_salt is null) = (origin_digest is not null)),
  check (origin_digest is null or num_nonnulls(address, browser) = 0),
  check ((details_salt is null) = (details_digest is not null)),
  check (details_digest is null or details is null)
);

create index trail_by_time on trail (at, id);
create index trail_by_person on trail (person_id, at, id) where person_id is not null;
create index trail_by_record on trail (record_kind, record_id, at, id) where record_id is not null;
create index trail_by_kind on trail (kind, at, id);

-- Rows that no segment has yet. A row stands here from its transaction's end until it is sealed, however long that
-- transaction took: none can be overlooked.
create table trail_pending (
  id bigint primary key references trail (id)
);

-- The chain: what was sealed at once. The digest is that of the one before, the number, the time, and of each row its
-- id and digest.
create table trail_segments (
  number bigint primary key check (number > 0),
  sealed_at timestamptz not null,
  ids bigint[] not null,
  digests bytea not null,
  previous bytea not null check (octet_length(previous) = 32),
  digest bytea not null check (octet_length(digest) = 32),
  check (cardinality(ids) > 0 and octet_length(digests) = 32 * cardinality(ids))
);

-- What the last looks over the whole chain have found; null when nothing was wrong.
create table trail_checks (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null default now(),
  problem text
);

-- The parts that can be erased, as they are digested.
create function trail_origin(entry trail) returns text language sql stable
return jsonb_build_array(entry.address, entry.browser)::text;

create function trail_details(entry trail) returns text language sql stable
return coalesce(entry.details::text, '');

-- Rows never change, but for a part that is erased and leaves its digest.
create function keep_trail() returns trigger language plpgsql as $$
declare
  as_it_was trail := new;
begin
  if new.origin_salt is null and old.origin_salt is not null
    and new.origin_digest = sha256(convert_to(old.origin_salt || trail_origin(old), 'UTF8')) then
    as_it_was.address := old.address;
    as_it_was.browser := old.browser;
    as_it_was.origin_salt := old.origin_salt;
    as_it_was.origin_digest := null;
  end if;
  if new.details_salt is null and old.details_salt is not null
    and new.details_digest = sha256(convert_to(old.details_salt || trail_details(old), 'UTF8')) then
    as_it_was.details := old.details;
    as_it_was.details_salt := old.details_salt;
    as_it_was.details_digest := null;
  end if;
  if as_it_was is distinct from old then
    raise exception 'trail is append-only';
  end if;
  return new;
end $$;

create trigger trail_kept before update on trail for each row execute function keep_trail();
create trigger trail_append_only before delete or truncate on trail
  for each statement execute function refuse_change();
create trigger trail_segments_append_only before update or delete or truncate on trail_segments
  for each statement execute function refuse_change();
create trigger trail_checks_append_only before update or delete or truncate on trail_checks
  for each statement execute function refuse_change();

-- Takes a person's data out of the trail and leaves the acts: from where they acted, and what was before and after in
-- their record or mentions their e-mail. Answers how many rows that were.
create function erase_from_trail(person bigint) returns bigint
language sql security definer set search_path from current as $$
  with erased as (
    update trail set
      address = case when mine then null else address end,
      browser = case when mine then null else browser end,
      origin_digest = case when mine
        then sha256(convert_to(origin_salt || trail_origin(trail), 'UTF8')) else origin_digest end,
      origin_salt = case when mine then null else origin_salt end,
      details = case when theirs then null else details end,
      details_digest = case when theirs
        then sha256(convert_to(details_salt || trail_details(trail), 'UTF8')) else details_digest end,
      details_salt = case when theirs then null else details_salt end
    from (
      select entry.id as entry_id,
        entry.person_id is not distinct from person and origin_salt is not null as mine,
        details is not null and ((record_kind = 'person' and record_id = person)
          or position(email in details::text) > 0) as theirs
      from trail entry, people where people.id = person
    ) which
    where id = entry_id and (mine or theirs)
    returning 1
  )
  select count(*) from erased
$$;

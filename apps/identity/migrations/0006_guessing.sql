-- Guessing is counted by account, and by the devices that their owners use; no longer by address.
drop table sign_in_failure;

-- Checks of passwords that failed or are under way, [[milliseconds of the epoch, where from], ...]: one row for an
-- account's checks from unknown devices, one for a known device with an account, one for a session. Changed by whom has
-- seen its latest version. Unlogged: losing the counts in a crash of the database is no harm.
create unlogged table password_guesses (
  key text primary key,
  version integer not null,
  guesses jsonb not null check (jsonb_typeof(guesses) = 'array'),
  ends_at timestamptz not null
);

-- For clearing away what has expired.
create index password_guesses_ends_at_idx on password_guesses (ends_at);

-- Devices on which an account was signed in to. Of what the device's cookie holds only a digest is kept; it changes with
-- every sign-in, so that a copy is worth nothing afterwards.
create table known_device (
  device_hash text not null,
  "userId" uuid not null references "user" ("id") on delete cascade,
  signed_in_at timestamptz not null default now(),
  primary key (device_hash, "userId")
);

create index "known_device_userId_idx" on known_device ("userId", signed_in_at);

-- Devices that were known by an earlier password are strangers to the new one: they may be those of whom it was
-- changed against.
create function forget_known_devices() returns trigger language plpgsql as $$
begin
  delete from known_device where "userId" = new."userId";
  return null;
end $$;

create trigger account_forgets_devices after update of password on account
  for each row when (old.password is distinct from new.password) execute function forget_known_devices();

-- device: admits the device that it is opened on, and opens nothing else.
alter table password_link drop constraint password_link_purpose_check,
  add constraint password_link_purpose_check check (purpose in ('invitation', 'reset', 'device'));

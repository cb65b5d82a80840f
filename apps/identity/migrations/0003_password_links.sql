-- Links by which the owner of an account chooses a password once: an invitation, or a reset. Only a digest of the
-- token is kept. Used and expired ones stay for a while, so that the page can say what happened to a link.
create table password_link (
  token_hash text primary key,
  "userId" uuid not null references "user" ("id") on delete cascade,
  purpose text not null check (purpose in ('invitation', 'reset')),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);

create index "password_link_userId_idx" on password_link ("userId");
-- For clearing away what has long expired.
create index password_link_expires_at_idx on password_link (expires_at);

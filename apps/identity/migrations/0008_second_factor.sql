-- What better-auth 1.6.33 asks for with its twoFactor plugin, as its compileMigrations() prints it; the session's methods
-- are a field of ours. A test compares them.
alter table "user" add column "twoFactorEnabled" boolean;
-- How the person of a session proved who they are: values of RFC 8176, apart by spaces.
alter table "session" add column "amr" text;

create table "twoFactor" (
  "id" uuid default pg_catalog.gen_random_uuid() not null primary key,
  "secret" text not null,
  "backupCodes" text not null,
  "userId" uuid not null references "user" ("id") on delete cascade,
  "verified" boolean,
  "failedVerificationCount" integer,
  "lockedUntil" timestamptz
);
create index "twoFactor_secret_idx" on "twoFactor" ("secret");
create index "twoFactor_userId_idx" on "twoFactor" ("userId");

-- Codes of authenticator apps that were tried lately: each is looked at once while it could hold.
create table tried_code (
  "userId" uuid not null references "user" ("id") on delete cascade,
  code text not null,
  tried_at timestamptz not null default now(),
  primary key ("userId", code)
);

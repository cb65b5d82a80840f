-- A person's picture as Campus has encoded it: small, without metadata. The digest names its content
-- and is the marker in the profile, so that a browser knows when there is a new one to ask for.
create table profile_images (
  person_id bigint primary key references people (id),
  type text not null check (type in ('image/jpeg', 'image/png')),
  content bytea not null check (octet_length(content) between 1 and 2 * 1024 * 1024),
  digest text not null check (digest <> ''),
  stored_by bigint not null references people (id),
  stored_at timestamptz not null default now()
);
-- It is compressed already.
alter table profile_images alter column content set storage external;

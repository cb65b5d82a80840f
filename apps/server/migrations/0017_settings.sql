-- What the administrators set for the whole campus. There is exactly one row; null stands for the
-- default, which the start of Campus or Campus itself knows. The password policy is kept by the
-- identity service, its history here.
create table campus_settings (
  only_one boolean primary key default true check (only_one),
  version integer not null default 1,
  institution_name text check (institution_name <> ''),
  address text check (address <> ''),
  timezone text check (timezone <> ''),
  expected_percentage integer not null default 75 check (expected_percentage between 1 and 100),
  logo_type text check (logo_type in ('image/jpeg', 'image/png')),
  logo_content bytea check (octet_length(logo_content) between 1 and 2 * 1024 * 1024),
  logo_digest text check (logo_digest <> ''),
  check (num_nulls(logo_type, logo_content, logo_digest) in (0, 3))
);
-- It is compressed already.
alter table campus_settings alter column logo_content set storage external;
insert into campus_settings default values;

create function keep_campus_settings() returns trigger
language plpgsql as $$
begin
  raise exception 'the campus keeps its settings';
end
$$;
create trigger campus_settings_stay
  before delete or truncate on campus_settings
  for each statement execute function keep_campus_settings();

create table campus_settings_changes (
  id bigint generated always as identity primary key,
  changed_by bigint not null references people (id),
  changed_at timestamptz not null default now(),
  field text not null
    check (field in ('name', 'address', 'logo', 'timezone', 'expectedPercentage', 'passwords')),
  before text,
  after text,
  check (before is distinct from after)
);
create index campus_settings_changes_by_changed_by on campus_settings_changes (changed_by);
create trigger campus_settings_changes_append_only
  before update or delete or truncate on campus_settings_changes
  for each statement execute function refuse_change();

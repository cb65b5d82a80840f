-- What a file has moved in, batch by batch, so that it can be taken back until something is written on top of it.
create table move_in_batches (
  id bigint generated always as identity primary key,
  -- As the contract names kinds: subjects, enrolments.
  kind text not null,
  created integer not null default 0 check (created >= 0),
  changed integer not null default 0 check (changed >= 0),
  made_by bigint not null references people,
  made_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by bigint references people,
  check ((undone_at is null) = (undone_by is null))
);

create table move_in_records (
  batch_id bigint not null references move_in_batches,
  -- Of the batch's kind.
  record_id bigint not null,
  -- Its fields: null for what the batch has added.
  before jsonb,
  after jsonb,
  primary key (batch_id, record_id)
);

-- What other systems call a record: the next file finds it by this.
create table foreign_ids (
  kind text not null,
  foreign_id text not null,
  record_id bigint not null,
  primary key (kind, foreign_id)
);
create index foreign_ids_by_record on foreign_ids (kind, record_id);

-- Whose students come from lists alone: nobody is enrolled in it for being of an audience.
alter table subjects add column by_list boolean not null default false;

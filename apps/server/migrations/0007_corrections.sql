-- A teacher asks to correct a student's contact number or address; an administrator decides. `asks_…` says which
-- of the two are meant, since a proposed value may be blank; `…_was` is what the record said at that moment.
create table correction_requests (
  id bigint generated always as identity primary key,
  student_id bigint not null references students (person_id),
  asks_contact_no boolean not null,
  contact_phone_was text,
  contact_no bigint,
  contact_phone text,
  asks_address boolean not null,
  address_was text,
  address text,
  reason text,
  requested_by bigint not null references faculty (person_id),
  requested_at timestamptz not null default now(),
  outcome text check (outcome in ('approved', 'refused')),
  decided_by bigint references people (id),
  decided_at timestamptz,
  note text,
  -- When the teacher who had asked looked at the outcome.
  outcome_seen_at timestamptz,
  check (asks_contact_no or asks_address),
  check (asks_contact_no or num_nonnulls(contact_phone_was, contact_no, contact_phone) = 0),
  check (asks_address or num_nonnulls(address_was, address) = 0),
  check ((contact_no is null) = (contact_phone is null)),
  check (not asks_contact_no or contact_phone is distinct from contact_phone_was),
  check (not asks_address or address is distinct from address_was),
  check ((outcome is null) = (decided_by is null)),
  check ((outcome is null) = (decided_at is null)),
  check (outcome is not null or num_nonnulls(note, outcome_seen_at) = 0),
  check (outcome is distinct from 'refused' or note is not null)
);

-- One open request a student and field: two that contradict each other are never decided on.
create unique index correction_requests_one_open_contact_no on correction_requests (student_id)
  where outcome is null and asks_contact_no;
create unique index correction_requests_one_open_address on correction_requests (student_id)
  where outcome is null and asks_address;
create index correction_requests_open on correction_requests (id) where outcome is null;
create index correction_requests_decided on correction_requests (decided_at, id)
  where outcome is not null;
create index correction_requests_by_teacher on correction_requests (requested_by, id);
create index correction_requests_unseen on correction_requests (requested_by)
  where outcome is not null and outcome_seen_at is null;

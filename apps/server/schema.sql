-- Generated from the migrations by `npm run tables`: a picture, not a source.

-- Collations

create collation campus_name (provider = icu, locale = 'und');

create collation campus_natural (provider = icu, locale = 'und-u-kn-true');


-- Sequences

create sequence faculty_univ_ids as bigint start 1 increment 1;

create sequence student_univ_ids as bigint start 1 increment 1;


-- Tables

create table account_outbox (
  id bigint generated always as identity not null,
  kind text not null,
  person_id bigint,
  email text,
  created_at timestamp with time zone default now() not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  last_error text,
  finished_at timestamp with time zone,
  outcome text,
  claimed_until timestamp with time zone,
  link_until timestamp with time zone,
  constraint account_outbox_pkey PRIMARY KEY (id),
  constraint account_outbox_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint account_outbox_attempts_check CHECK ((attempts >= 0)),
  constraint account_outbox_check2 CHECK (((finished_at IS NULL) = (outcome IS NULL))),
  constraint account_outbox_email_check CHECK ((email = lower(email))),
  constraint account_outbox_kind_check CHECK ((kind = ANY (ARRAY['invitation'::text, 'password_reset'::text, 'email_change'::text, 'password_changed'::text, 'email_changed'::text, 'sign_in_warning'::text, 'device_link'::text, 'factor_reset'::text]))),
  constraint account_outbox_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'not_needed'::text, 'failed'::text]))),
  constraint account_outbox_whose_check CHECK (
CASE
    WHEN (kind = 'password_reset'::text) THEN ((person_id IS NULL) AND (email IS NOT NULL))
    WHEN (kind = 'email_changed'::text) THEN ((person_id IS NOT NULL) AND (email IS NOT NULL))
    WHEN (kind = ANY (ARRAY['sign_in_warning'::text, 'device_link'::text])) THEN (num_nonnulls(person_id, email) > 0)
    ELSE ((person_id IS NOT NULL) AND (email IS NULL))
END)
);

create table announcements (
  id bigint generated always as identity not null,
  title text not null,
  message text not null,
  created_at timestamp with time zone default now() not null,
  created_by bigint not null,
  deleted_at timestamp with time zone,
  deleted_by bigint,
  constraint announcements_pkey PRIMARY KEY (id),
  constraint announcements_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id),
  constraint announcements_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES people(id),
  constraint announcements_check CHECK (((deleted_at IS NULL) = (deleted_by IS NULL))),
  constraint announcements_message_check CHECK (((message <> ''::text) AND (char_length(message) <= 5000))),
  constraint announcements_title_check CHECK (((title <> ''::text) AND (char_length(title) <= 200)))
);

create table assignment_changes (
  id bigint generated always as identity not null,
  assignment_id bigint not null,
  field text not null,
  before text not null,
  after text not null,
  changed_by bigint not null,
  changed_at timestamp with time zone default now() not null,
  constraint assignment_changes_pkey PRIMARY KEY (id),
  constraint assignment_changes_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES assignments(id),
  constraint assignment_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES people(id),
  constraint assignment_changes_field_check CHECK ((field = ANY (ARRAY['title'::text, 'description'::text, 'grade'::text, 'deadline'::text, 'acceptLate'::text])))
);

create table assignment_contents (
  id bigint generated always as identity not null,
  content bytea not null,
  size integer not null,
  digest text not null,
  type text not null,
  constraint assignment_contents_pkey PRIMARY KEY (id),
  constraint assignment_contents_check CHECK ((size = octet_length(content))),
  constraint assignment_contents_content_check CHECK ((octet_length(content) <= ((20 * 1024) * 1024))),
  constraint assignment_contents_type_check CHECK ((type <> ''::text))
);

create table assignment_extensions (
  id bigint generated always as identity not null,
  assignment_id bigint not null,
  student_id bigint not null,
  due_at timestamp with time zone,
  reason text default ''::text not null,
  changed_by bigint not null,
  changed_at timestamp with time zone default now() not null,
  constraint assignment_extensions_pkey PRIMARY KEY (id),
  constraint assignment_extensions_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES assignments(id),
  constraint assignment_extensions_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES people(id),
  constraint assignment_extensions_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(person_id),
  constraint assignment_extensions_due_at_check CHECK ((EXTRACT(second FROM due_at) = (0)::numeric)),
  constraint assignment_extensions_reason_check CHECK ((char_length(reason) <= 300))
);

create table assignment_files (
  id bigint generated always as identity not null,
  assignment_id bigint not null,
  content_id bigint not null,
  name text not null,
  added_by bigint not null,
  added_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  removed_by bigint,
  constraint assignment_files_pkey PRIMARY KEY (id),
  constraint assignment_files_added_by_fkey FOREIGN KEY (added_by) REFERENCES people(id),
  constraint assignment_files_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES assignments(id),
  constraint assignment_files_content_id_fkey FOREIGN KEY (content_id) REFERENCES assignment_contents(id),
  constraint assignment_files_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES people(id),
  constraint assignment_files_check CHECK (((removed_at IS NULL) = (removed_by IS NULL))),
  constraint assignment_files_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255)))
);

create table assignments (
  id bigint generated always as identity not null,
  subject_id bigint not null,
  title text collate campus_name not null,
  description text not null,
  grade integer not null,
  due_at timestamp with time zone not null,
  accept_late boolean default false not null,
  created_by bigint not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  deleted_by bigint,
  constraint assignments_pkey PRIMARY KEY (id),
  constraint assignments_id_grade_key UNIQUE (id, grade),
  constraint assignments_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id),
  constraint assignments_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES people(id),
  constraint assignments_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subjects(id),
  constraint assignments_check CHECK (((deleted_at IS NULL) = (deleted_by IS NULL))),
  constraint assignments_description_check CHECK ((description <> ''::text)),
  constraint assignments_due_at_check CHECK ((EXTRACT(second FROM due_at) = (0)::numeric)),
  constraint assignments_grade_check CHECK (((grade >= 1) AND (grade <= 1000))),
  constraint assignments_title_check CHECK ((title <> ''::text))
);

create table book_changes (
  id bigint generated always as identity not null,
  book_id bigint not null,
  field text not null,
  before text,
  after text,
  imported boolean default from_a_file() not null,
  changed_by bigint default current_actor(),
  changed_at timestamp with time zone default now() not null,
  constraint book_changes_pkey PRIMARY KEY (id),
  constraint book_changes_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id),
  constraint book_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES people(id),
  constraint book_changes_check CHECK ((before IS DISTINCT FROM after)),
  constraint book_changes_field_check CHECK ((field = ANY (ARRAY['title'::text, 'author'::text, 'isbn'::text, 'copies'::text, 'shelf'::text, 'year'::text, 'retired'::text])))
);

create table book_copies (
  id bigint generated always as identity not null,
  book_id bigint not null,
  number integer not null,
  removed_at timestamp with time zone,
  constraint book_copies_pkey PRIMARY KEY (id),
  constraint book_copies_book_id_id_key UNIQUE (book_id, id),
  constraint book_copies_book_id_number_key UNIQUE (book_id, number),
  constraint book_copies_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id),
  constraint book_copies_number_check CHECK ((number >= 1))
);

create table books (
  id bigint generated always as identity not null,
  title text collate campus_name not null,
  author text collate campus_name not null,
  isbn text,
  shelf text collate campus_natural,
  year integer,
  created_by bigint not null,
  created_at timestamp with time zone default now() not null,
  retired_at timestamp with time zone,
  retired_by bigint,
  search_words tsvector generated always as (to_tsvector('simple'::regconfig, book_words((((((title COLLATE "C") || ' '::text) || (author COLLATE "C")) || ' '::text) || COALESCE(isbn, ''::text))))) stored not null,
  imported boolean default false not null,
  constraint books_pkey PRIMARY KEY (id),
  constraint books_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id),
  constraint books_retired_by_fkey FOREIGN KEY (retired_by) REFERENCES people(id),
  constraint books_author_check CHECK ((author <> ''::text)),
  constraint books_check CHECK (((retired_at IS NULL) = (retired_by IS NULL))),
  constraint books_isbn_check CHECK ((isbn ~ '^97[89][0-9]{10}$'::text)),
  constraint books_title_check CHECK ((title <> ''::text)),
  constraint books_year_check CHECK (((year >= 1000) AND (year <= 2199)))
);

create table calendars (
  id bigint generated always as identity not null,
  title text not null,
  file_name text not null,
  content bytea not null,
  size integer not null,
  digest text not null,
  uploaded_by bigint not null,
  uploaded_at timestamp with time zone default now() not null,
  constraint calendars_pkey PRIMARY KEY (id),
  constraint calendars_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES people(id),
  constraint calendars_check CHECK (((size > 0) AND (size = octet_length(content)))),
  constraint calendars_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 255))),
  constraint calendars_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200)))
);

create table campus_migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone default now() not null,
  constraint campus_migrations_pkey PRIMARY KEY (name)
);

create table campus_settings (
  only_one boolean default true not null,
  version integer default 1 not null,
  institution_name text,
  address text,
  timezone text,
  expected_percentage integer default 75 not null,
  logo_type text,
  logo_content bytea,
  logo_digest text,
  passwords jsonb,
  teachers_need_factor boolean default false not null,
  administrator_session_hours integer default 12 not null,
  other_session_days integer default 7 not null,
  person_quota integer default 5 not null,
  assignment_quota integer default 100 not null,
  campus_quota integer default 1000 not null,
  need_to_know boolean default false not null,
  retention jsonb default '{}'::jsonb not null,
  absent_counts_zero boolean default false not null,
  constraint campus_settings_pkey PRIMARY KEY (only_one),
  constraint campus_settings_address_check CHECK ((address <> ''::text)),
  constraint campus_settings_administrator_session_hours_check CHECK (((administrator_session_hours >= 1) AND (administrator_session_hours <= 24))),
  constraint campus_settings_assignment_quota_check CHECK (((assignment_quota >= 1) AND (assignment_quota <= 10000))),
  constraint campus_settings_campus_quota_check CHECK (((campus_quota >= 1) AND (campus_quota <= 1000000))),
  constraint campus_settings_check CHECK ((num_nulls(logo_type, logo_content, logo_digest) = ANY (ARRAY[0, 3]))),
  constraint campus_settings_expected_percentage_check CHECK (((expected_percentage >= 1) AND (expected_percentage <= 100))),
  constraint campus_settings_institution_name_check CHECK ((institution_name <> ''::text)),
  constraint campus_settings_logo_content_check CHECK (((octet_length(logo_content) >= 1) AND (octet_length(logo_content) <= ((2 * 1024) * 1024)))),
  constraint campus_settings_logo_digest_check CHECK ((logo_digest <> ''::text)),
  constraint campus_settings_logo_type_check CHECK ((logo_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text]))),
  constraint campus_settings_only_one_check CHECK (only_one),
  constraint campus_settings_other_session_days_check CHECK (((other_session_days >= 1) AND (other_session_days <= 30))),
  constraint campus_settings_passwords_check CHECK ((jsonb_typeof(passwords) = 'object'::text)),
  constraint campus_settings_person_quota_check CHECK (((person_quota >= 1) AND (person_quota <= 1000))),
  constraint campus_settings_retention_check CHECK ((jsonb_typeof(retention) = 'object'::text)),
  constraint campus_settings_timezone_check CHECK ((timezone <> ''::text))
);

create table campus_settings_changes (
  id bigint generated always as identity not null,
  changed_by bigint not null,
  changed_at timestamp with time zone default now() not null,
  field text not null,
  before text,
  after text,
  constraint campus_settings_changes_pkey PRIMARY KEY (id),
  constraint campus_settings_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES people(id),
  constraint campus_settings_changes_check CHECK ((before IS DISTINCT FROM after)),
  constraint campus_settings_changes_field_check CHECK ((field ~ '^[a-zA-Z]+$'::text))
);

create table class_infos (
  id bigint generated always as identity not null,
  teacher_id bigint,
  file_name text not null,
  content bytea not null,
  size integer not null,
  digest text not null,
  uploaded_by bigint not null,
  uploaded_at timestamp with time zone default now() not null,
  removed_by bigint,
  removed_at timestamp with time zone,
  constraint class_infos_pkey PRIMARY KEY (id),
  constraint class_infos_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES people(id),
  constraint class_infos_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES faculty(person_id),
  constraint class_infos_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES people(id),
  constraint class_infos_check CHECK (((size > 0) AND (size = octet_length(content)))),
  constraint class_infos_check1 CHECK (((removed_by IS NULL) = (removed_at IS NULL))),
  constraint class_infos_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 255)))
);

create table class_sessions (
  id bigint generated always as identity not null,
  subject_id bigint not null,
  held_on date not null,
  slot smallint default 1 not null,
  version integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  present boolean[] default '{}'::boolean[] not null,
  remarks text[],
  corrected_by bigint[],
  marked_by bigint,
  marked_at timestamp with time zone,
  constraint class_sessions_pkey PRIMARY KEY (id),
  constraint class_sessions_subject_id_held_on_slot_key UNIQUE (subject_id, held_on, slot),
  constraint class_sessions_marked_by_fkey FOREIGN KEY (marked_by) REFERENCES people(id),
  constraint class_sessions_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subjects(id),
  constraint class_sessions_check CHECK (((version = 0) OR ((present <> '{}'::boolean[]) AND (num_nulls(marked_by, marked_at) = 0)))),
  constraint class_sessions_slot_check CHECK ((slot >= 1))
);

create table class_submissions (
  session_id bigint not null,
  version integer not null,
  changed_by bigint not null,
  changed_at timestamp with time zone not null,
  correction boolean not null,
  present boolean[] not null,
  remarks text[],
  previous_present boolean[],
  previous_remarks text[],
  constraint class_submissions_pkey PRIMARY KEY (session_id, version),
  constraint class_submissions_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES people(id),
  constraint class_submissions_session_id_fkey FOREIGN KEY (session_id) REFERENCES class_sessions(id),
  constraint class_submissions_version_check CHECK ((version > 0))
);

create table closing_enrolments (
  enrolment_id bigint not null,
  to_on date,
  ended_on date not null,
  constraint closing_enrolments_pkey PRIMARY KEY (enrolment_id),
  constraint closing_enrolments_enrolment_id_fkey FOREIGN KEY (enrolment_id) REFERENCES enrolments(id) ON DELETE CASCADE
);

create table closing_students (
  term_id bigint not null,
  student_id bigint not null,
  semester integer,
  year integer,
  to_semester integer,
  to_year integer,
  graduated_on date,
  repeats boolean default false not null,
  constraint closing_students_pkey PRIMARY KEY (term_id, student_id),
  constraint closing_students_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(person_id) ON DELETE CASCADE,
  constraint closing_students_term_id_fkey FOREIGN KEY (term_id) REFERENCES terms(id)
);

create table correction_requests (
  id bigint generated always as identity not null,
  student_id bigint not null,
  asks_contact_no boolean not null,
  contact_phone_was text,
  contact_no bigint,
  contact_phone text,
  asks_address boolean not null,
  address_was text,
  address text,
  reason text,
  requested_by bigint not null,
  requested_at timestamp with time zone default now() not null,
  outcome text,
  decided_by bigint,
  decided_at timestamp with time zone,
  note text,
  outcome_seen_at timestamp with time zone,
  constraint correction_requests_pkey PRIMARY KEY (id),
  constraint correction_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES people(id),
  constraint correction_requests_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES faculty(person_id),
  constraint correction_requests_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(person_id),
  constraint correction_requests_check CHECK ((asks_contact_no OR asks_address)),
  constraint correction_requests_check1 CHECK ((asks_contact_no OR (num_nonnulls(contact_phone_was, contact_no, contact_phone) = 0))),
  constraint correction_requests_check2 CHECK ((asks_address OR (num_nonnulls(address_was, address) = 0))),
  constraint correction_requests_check3 CHECK (((contact_no IS NULL) = (contact_phone IS NULL))),
  constraint correction_requests_check4 CHECK (((NOT asks_contact_no) OR (contact_phone IS DISTINCT FROM contact_phone_was))),
  constraint correction_requests_check5 CHECK (((NOT asks_address) OR (address IS DISTINCT FROM address_was))),
  constraint correction_requests_check6 CHECK (((outcome IS NULL) = (decided_by IS NULL))),
  constraint correction_requests_check7 CHECK (((outcome IS NULL) = (decided_at IS NULL))),
  constraint correction_requests_check8 CHECK (((outcome IS NOT NULL) OR (num_nonnulls(note, outcome_seen_at) = 0))),
  constraint correction_requests_check9 CHECK (((outcome IS DISTINCT FROM 'refused'::text) OR (note IS NOT NULL))),
  constraint correction_requests_outcome_check CHECK ((outcome = ANY (ARRAY['approved'::text, 'refused'::text])))
);

create table counted_subjects (
  subject_id bigint not null,
  changes integer not null,
  constraint counted_subjects_pkey PRIMARY KEY (subject_id),
  constraint counted_subjects_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subjects(id)
);

create table departments (
  id bigint generated always as identity not null,
  code text,
  name text not null,
  confirmed boolean default false not null,
  merged_into bigint,
  version integer default 1 not null,
  constraint departments_pkey PRIMARY KEY (id),
  constraint departments_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES departments(id),
  constraint departments_check CHECK ((merged_into <> id)),
  constraint departments_code_check CHECK ((code <> ''::text)),
  constraint departments_name_check CHECK ((name <> ''::text))
);

create table ended_sessions (
  session_id text not null,
  ended_at timestamp with time zone default now() not null,
  constraint ended_sessions_pkey PRIMARY KEY (session_id)
);

create table enrolments (
  id bigint generated always as identity not null,
  subject_id bigint not null,
  student_id bigint not null,
  from_on date not null,
  to_on date,
  created_at timestamp with time zone default now() not null,
  added_by bigint,
  dropped_by bigint,
  section_id bigint,
  constraint enrolments_pkey PRIMARY KEY (id),
  constraint enrolments_subject_id_student_id_from_on_key UNIQUE (subject_id, student_id, from_on),
  constraint enrolments_added_by_fkey FOREIGN KEY (added_by) REFERENCES people(id),
  constraint enrolments_dropped_by_fkey FOREIGN KEY (dropped_by) REFERENCES people(id),
  constraint enrolments_section FOREIGN KEY (subject_id, section_id) REFERENCES sections(subject_id, id),
  constraint enrolments_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(person_id),
  constraint enrolments_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subjects(id),
  constraint enrolments_check CHECK (((to_on IS NULL) OR (from_on <= to_on)))
);

create table event_changes (
  id bigint generated always as identity not null,
  event_id bigint not null,
  version integer not null,
  field text not null,
  before text,
  after text,
  changed_by bigint not null,
  changed_at timestamp with time zone default now() not null,
  constraint event_changes_pkey PRIMARY KEY (id),
  constraint event_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES people(id),
  constraint event_changes_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id)
);

create table event_feeds (
  person_id bigint not null,
  token_digest text not null,
  created_at timestamp with time zone default now() not null,
  constraint event_feeds_pkey PRIMARY KEY (person_id),
  constraint event_feeds_token_digest_key UNIQUE (token_digest),
  constraint event_feeds_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);

create table event_namespace (
  is_only boolean default true not null,
  namespace uuid default gen_random_uuid() not null,
  constraint event_namespace_pkey PRIMARY KEY (is_only),
  constraint event_namespace_is_only_check CHECK (is_only)
);

create table events (
  id bigint generated always as identity not null,
  kind text not null,
  title text collate campus_name not null,
  starts_on date,
  ends_on date,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  place text,
  note text,
  audience text not null,
  audience_course text,
  audience_branch text,
  audience_semester integer,
  audience_year integer,
  version integer default 1 not null,
  created_by bigint not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  deleted_by bigint,
  constraint events_pkey PRIMARY KEY (id),
  constraint events_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id),
  constraint events_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES people(id),
  constraint events_audience_check CHECK ((audience = ANY (ARRAY['everyone'::text, 'teachers'::text, 'students'::text]))),
  constraint events_check CHECK (((num_nonnulls(starts_on, ends_on) = ANY (ARRAY[0, 2])) AND (starts_on <= ends_on))),
  constraint events_check1 CHECK (((num_nonnulls(starts_at, ends_at) = ANY (ARRAY[0, 2])) AND (starts_at <= ends_at))),
  constraint events_check2 CHECK ((num_nonnulls(starts_on, starts_at) = 1)),
  constraint events_check3 CHECK (((audience = 'students'::text) OR (num_nonnulls(audience_course, audience_branch, audience_semester, audience_year) = 0))),
  constraint events_check4 CHECK (((deleted_at IS NULL) = (deleted_by IS NULL))),
  constraint events_kind_check CHECK ((kind = ANY (ARRAY['holiday'::text, 'exam'::text, 'event'::text]))),
  constraint events_title_check CHECK ((title <> ''::text))
);

create table exam_changes (
  id bigint generated always as identity not null,
  exam_id bigint not null,
  version integer not null,
  field text not null,
  before text,
  after text,
  changed_by bigint not null,
  changed_at timestamp with time zone default now() not null,
  constraint exam_changes_pkey PRIMARY KEY (id),
  constraint exam_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES people(id),
  constraint exam_changes_exam_id_fkey FOREIGN KEY (exam_id) REFERENCES exams(id)
);

create table exam_result_changes (
  id bigint generated always as identity not null,
  exam_id bigint not null,
  student_id bigint not null,
  version integer not null,
  marks integer,
  absent boolean default false not null,
  previous_marks integer,
  previous_absent boolean default false not null,
  published boolean not null,
  changed_by bigint not null,
  changed_at timestamp with time zone default now() not null,
  constraint exam_result_changes_pkey PRIMARY KEY (id),
  constraint exam_result_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES people(id),
  constraint exam_result_changes_exam_id_fkey FOREIGN KEY (exam_id) REFERENCES exams(id),
  constraint exam_result_changes_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(person_id),
  constraint exam_result_changes_check CHECK ((NOT (absent AND (marks IS NOT NULL)))),
  constraint exam_result_changes_check1 CHECK ((NOT (previous_absent AND (previous_marks IS NOT NULL))))
);

create table exam_results (
  exam_id bigint not null,
  student_id bigint not null,
  max_marks integer not null,
  marks integer,
  absent boolean default false not null,
  marked_by bigint not null,
  marked_at timestamp with time zone default now() not null,
  id bigint generated always as identity not null,
  constraint exam_results_pkey PRIMARY KEY (exam_id, student_id),
  constraint exam_results_id_key UNIQUE (id),
  constraint exam_results_exam_id_max_marks_fkey FOREIGN KEY (exam_id, max_marks) REFERENCES exams(id, max_marks) ON UPDATE CASCADE,
  constraint exam_results_marked_by_fkey FOREIGN KEY (marked_by) REFERENCES people(id),
  constraint exam_results_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(person_id),
  constraint exam_results_one_of CHECK ((absent = (marks IS NULL))),
  constraint exam_results_within_maximum CHECK (((marks >= 0) AND (marks <= max_marks)))
);

create table exams (
  id bigint generated always as identity not null,
  subject_id bigint not null,
  title text collate campus_name not null,
  held_on date not null,
  max_marks integer default 100 not null,
  version integer default 1 not null,
  marks_version integer default 0 not null,
  published_at timestamp with time zone,
  published_by bigint,
  created_by bigint not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  deleted_by bigint,
  search_key text collate "C" generated always as (search_key((title COLLATE "C"))) stored not null,
  constraint exams_pkey PRIMARY KEY (id),
  constraint exams_id_max_marks_key UNIQUE (id, max_marks),
  constraint exams_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id),
  constraint exams_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES people(id),
  constraint exams_published_by_fkey FOREIGN KEY (published_by) REFERENCES people(id),
  constraint exams_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subjects(id),
  constraint exams_check CHECK (((published_at IS NULL) = (published_by IS NULL))),
  constraint exams_check1 CHECK (((deleted_at IS NULL) = (deleted_by IS NULL))),
  constraint exams_check2 CHECK (((published_at IS NULL) OR (deleted_at IS NULL))),
  constraint exams_max_marks_check CHECK (((max_marks >= 1) AND (max_marks <= 1000))),
  constraint exams_title_check CHECK ((title <> ''::text))
);

create table faculty (
  person_id bigint not null,
  role text default 'teacher'::text not null,
  department text not null,
  search_key text collate "C" generated always as (search_key((department COLLATE "C"))) stored,
  department_id bigint,
  constraint faculty_pkey PRIMARY KEY (person_id),
  constraint faculty_department_id_fkey FOREIGN KEY (department_id) REFERENCES departments(id),
  constraint faculty_person_id_role_fkey FOREIGN KEY (person_id, role) REFERENCES people(id, role),
  constraint faculty_role_check CHECK ((role = 'teacher'::text))
);

create table file_tallies (
  quota text not null,
  owner_id bigint not null,
  bytes bigint not null,
  constraint file_tallies_pkey PRIMARY KEY (quota, owner_id),
  constraint file_tallies_bytes_check CHECK ((bytes >= 0)),
  constraint file_tallies_quota_check CHECK ((quota = ANY (ARRAY['person'::text, 'assignment'::text, 'campus'::text])))
);

create table foreign_ids (
  kind text not null,
  foreign_id text not null,
  record_id bigint not null,
  batch_id bigint,
  constraint foreign_ids_pkey PRIMARY KEY (kind, foreign_id),
  constraint foreign_ids_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES move_in_batches(id)
);

create table grading_scale_grades (
  scale_id bigint not null,
  letter text not null,
  from_percent numeric(4,1) not null,
  points numeric(5,2) not null,
  constraint grading_scale_grades_pkey PRIMARY KEY (scale_id, from_percent),
  constraint grading_scale_grades_scale_id_fkey FOREIGN KEY (scale_id) REFERENCES grading_scales(id),
  constraint grading_scale_grades_from_percent_check CHECK (((from_percent >= (0)::numeric) AND (from_percent <= (100)::numeric))),
  constraint grading_scale_grades_letter_check CHECK ((letter <> ''::text)),
  constraint grading_scale_grades_points_check CHECK (((points >= (0)::numeric) AND (points <= (100)::numeric)))
);

create table grading_scales (
  id bigint generated always as identity not null,
  set_by bigint,
  set_at timestamp with time zone default now() not null,
  constraint grading_scales_pkey PRIMARY KEY (id),
  constraint grading_scales_set_by_fkey FOREIGN KEY (set_by) REFERENCES people(id)
);

create table hand_in_files (
  id bigint generated always as identity not null,
  hand_in_id bigint not null,
  content_id bigint not null,
  name text not null,
  constraint hand_in_files_pkey PRIMARY KEY (id),
  constraint hand_in_files_content_id_fkey FOREIGN KEY (content_id) REFERENCES assignment_contents(id),
  constraint hand_in_files_hand_in_id_fkey FOREIGN KEY (hand_in_id) REFERENCES hand_ins(id),
  constraint hand_in_files_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255)))
);

create table hand_in_mark_changes (
  id bigint generated always as identity not null,
  assignment_id bigint not null,
  student_id bigint not null,
  version integer not null,
  event text not null,
  marks integer not null,
  comment text not null,
  changed_by bigint not null,
  changed_at timestamp with time zone default now() not null,
  half_mark boolean default false not null,
  constraint hand_in_mark_changes_pkey PRIMARY KEY (id),
  constraint hand_in_mark_changes_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES assignments(id),
  constraint hand_in_mark_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES people(id),
  constraint hand_in_mark_changes_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(person_id),
  constraint hand_in_mark_changes_event_check CHECK ((event = ANY (ARRAY['marked'::text, 'returned'::text, 'reopened'::text])))
);

create table hand_in_marks (
  assignment_id bigint not null,
  student_id bigint not null,
  grade integer not null,
  version integer not null,
  marks integer not null,
  comment text default ''::text not null,
  marked_by bigint not null,
  marked_at timestamp with time zone default now() not null,
  returned_at timestamp with time zone,
  returned_by bigint,
  reopened_at timestamp with time zone,
  half_mark boolean default false not null,
  constraint hand_in_marks_pkey PRIMARY KEY (assignment_id, student_id),
  constraint hand_in_marks_assignment_id_grade_fkey FOREIGN KEY (assignment_id, grade) REFERENCES assignments(id, grade) ON UPDATE CASCADE,
  constraint hand_in_marks_assignment_id_student_id_version_fkey FOREIGN KEY (assignment_id, student_id, version) REFERENCES hand_ins(assignment_id, student_id, version),
  constraint hand_in_marks_marked_by_fkey FOREIGN KEY (marked_by) REFERENCES people(id),
  constraint hand_in_marks_returned_by_fkey FOREIGN KEY (returned_by) REFERENCES people(id),
  constraint hand_in_marks_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(person_id),
  constraint hand_in_marks_check CHECK (((returned_at IS NULL) = (returned_by IS NULL))),
  constraint hand_in_marks_check1 CHECK (((returned_at IS NULL) OR (reopened_at IS NULL))),
  constraint hand_in_marks_half_within_grade CHECK (((NOT half_mark) OR (marks < grade))),
  constraint hand_in_marks_within_grade CHECK (((marks >= 0) AND (marks <= grade)))
);

create table hand_ins (
  id bigint generated always as identity not null,
  assignment_id bigint not null,
  student_id bigint not null,
  version integer not null,
  body text not null,
  late boolean not null,
  handed_in_at timestamp with time zone not null,
  constraint hand_ins_pkey PRIMARY KEY (id),
  constraint hand_ins_assignment_id_student_id_version_key UNIQUE (assignment_id, student_id, version),
  constraint hand_ins_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES assignments(id),
  constraint hand_ins_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(person_id),
  constraint hand_ins_version_check CHECK ((version >= 1))
);

create table kept_mails (
  id bigint generated always as identity not null,
  message_id text not null,
  recipient text not null,
  subject text not null,
  body text not null,
  kept_at timestamp with time zone default now() not null,
  constraint kept_mails_pkey PRIMARY KEY (id),
  constraint kept_mails_message_id_key UNIQUE (message_id)
);

create table loan_events (
  id bigint generated always as identity not null,
  loan_id bigint not null,
  kind text not null,
  due_on date not null,
  done_by bigint not null,
  done_at timestamp with time zone default now() not null,
  constraint loan_events_pkey PRIMARY KEY (id),
  constraint loan_events_done_by_fkey FOREIGN KEY (done_by) REFERENCES people(id),
  constraint loan_events_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES loans(id),
  constraint loan_events_kind_check CHECK ((kind = ANY (ARRAY['lent'::text, 'renewed'::text, 'returned'::text])))
);

create table loans (
  id bigint generated always as identity not null,
  copy_id bigint not null,
  person_id bigint not null,
  lent_on date not null,
  due_on date not null,
  renewals integer default 0 not null,
  lent_by bigint not null,
  returned_on date,
  returned_to bigint,
  constraint loans_pkey PRIMARY KEY (id),
  constraint loans_copy_id_fkey FOREIGN KEY (copy_id) REFERENCES book_copies(id),
  constraint loans_lent_by_fkey FOREIGN KEY (lent_by) REFERENCES people(id),
  constraint loans_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint loans_returned_to_fkey FOREIGN KEY (returned_to) REFERENCES people(id),
  constraint loans_check CHECK ((due_on >= lent_on)),
  constraint loans_check1 CHECK ((returned_on >= lent_on)),
  constraint loans_check2 CHECK (((returned_on IS NULL) = (returned_to IS NULL))),
  constraint loans_renewals_check CHECK ((renewals >= 0))
);

create table mail_pace (
  only_one boolean default true not null,
  next_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint mail_pace_pkey PRIMARY KEY (only_one),
  constraint mail_pace_only_one_check CHECK (only_one)
);

create table marking_phrases (
  person_id bigint not null,
  phrases text[] not null,
  constraint marking_phrases_pkey PRIMARY KEY (person_id),
  constraint marking_phrases_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint marking_phrases_phrases_check CHECK (((cardinality(phrases) >= 1) AND (cardinality(phrases) <= 3)))
);

create table move_in_batches (
  id bigint generated always as identity not null,
  kind text not null,
  created integer default 0 not null,
  changed integer default 0 not null,
  made_by bigint not null,
  made_at timestamp with time zone default now() not null,
  undone_at timestamp with time zone,
  undone_by bigint,
  constraint move_in_batches_pkey PRIMARY KEY (id),
  constraint move_in_batches_made_by_fkey FOREIGN KEY (made_by) REFERENCES people(id),
  constraint move_in_batches_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES people(id),
  constraint move_in_batches_changed_check CHECK ((changed >= 0)),
  constraint move_in_batches_check CHECK (((undone_at IS NULL) = (undone_by IS NULL))),
  constraint move_in_batches_created_check CHECK ((created >= 0))
);

create table move_in_records (
  batch_id bigint not null,
  record_id bigint not null,
  before jsonb,
  after jsonb,
  constraint move_in_records_pkey PRIMARY KEY (batch_id, record_id),
  constraint move_in_records_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES move_in_batches(id)
);

create table opening_balances (
  id bigint generated always as identity not null,
  student_id bigint not null,
  subject_id bigint not null,
  classes integer not null,
  present integer not null,
  until_on date not null,
  constraint opening_balances_pkey PRIMARY KEY (id),
  constraint opening_balances_once UNIQUE (student_id, subject_id),
  constraint opening_balances_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(person_id),
  constraint opening_balances_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subjects(id),
  constraint opening_balances_classes_check CHECK ((classes > 0)),
  constraint opening_balances_present CHECK (((present >= 0) AND (present <= classes)))
);

create table people (
  id bigint generated always as identity not null,
  role text not null,
  email text not null,
  name text collate campus_name not null,
  univ_id text collate campus_natural,
  dob date,
  gender text,
  contact_no bigint,
  contact_phone text,
  address text,
  active boolean default true not null,
  identity_issuer text,
  identity_subject text,
  valid_from timestamp with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  erased_at timestamp with time zone,
  came_in_at timestamp with time zone,
  created_by bigint default current_actor(),
  search_key text collate "C" generated always as (
CASE
    WHEN (role <> 'student'::text) THEN person_key(name, email, univ_id, NULL::text, contact_phone)
    ELSE NULL::text
END) stored,
  duty text,
  removed_at timestamp with time zone,
  constraint people_pkey PRIMARY KEY (id),
  constraint people_email_key UNIQUE (email),
  constraint people_id_role_key UNIQUE (id, role),
  constraint people_identity_issuer_identity_subject_key UNIQUE (identity_issuer, identity_subject),
  constraint people_univ_id_key UNIQUE (univ_id),
  constraint people_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id),
  constraint people_check CHECK (((identity_issuer IS NULL) = (identity_subject IS NULL))),
  constraint people_check1 CHECK (((contact_no IS NULL) = (contact_phone IS NULL))),
  constraint people_duty_check CHECK ((duty = ANY (ARRAY['registrar'::text, 'exam_office'::text, 'librarian'::text, 'auditor'::text]))),
  constraint people_duty_of_administrators CHECK (((duty IS NULL) OR (role = 'admin'::text))),
  constraint people_email_check CHECK ((email = lower(email))),
  constraint people_erased_are_inactive CHECK (((erased_at IS NULL) OR (NOT active))),
  constraint people_gender_check CHECK ((gender = ANY (ARRAY['Male'::text, 'Female'::text, 'Other'::text]))),
  constraint people_name_check CHECK ((name <> ''::text)),
  constraint people_removed_are_inactive CHECK (((removed_at IS NULL) OR (NOT active))),
  constraint people_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'teacher'::text, 'student'::text])))
);

create table person_changes (
  id bigint generated always as identity not null,
  person_id bigint not null,
  field text not null,
  before text,
  after text,
  changed_by bigint default current_actor(),
  changed_at timestamp with time zone default now() not null,
  constraint person_changes_pkey PRIMARY KEY (id),
  constraint person_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES people(id),
  constraint person_changes_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);

create table profile_images (
  person_id bigint not null,
  type text not null,
  content bytea not null,
  digest text not null,
  stored_by bigint not null,
  stored_at timestamp with time zone default now() not null,
  constraint profile_images_pkey PRIMARY KEY (person_id),
  constraint profile_images_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint profile_images_stored_by_fkey FOREIGN KEY (stored_by) REFERENCES people(id),
  constraint profile_images_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= ((2 * 1024) * 1024)))),
  constraint profile_images_digest_check CHECK ((digest <> ''::text)),
  constraint profile_images_type_check CHECK ((type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text])))
);

create table programme_branches (
  id bigint generated always as identity not null,
  programme_id bigint not null,
  name text not null,
  confirmed boolean default false not null,
  merged_into bigint,
  constraint programme_branches_pkey PRIMARY KEY (id),
  constraint programme_branches_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES programme_branches(id) ON DELETE CASCADE,
  constraint programme_branches_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes(id) ON DELETE CASCADE,
  constraint programme_branches_check CHECK ((merged_into <> id)),
  constraint programme_branches_name_check CHECK ((name <> ''::text))
);

create table programmes (
  id bigint generated always as identity not null,
  code text,
  name text not null,
  department_id bigint,
  semesters integer,
  confirmed boolean default false not null,
  merged_into bigint,
  version integer default 1 not null,
  constraint programmes_pkey PRIMARY KEY (id),
  constraint programmes_department_id_fkey FOREIGN KEY (department_id) REFERENCES departments(id),
  constraint programmes_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES programmes(id),
  constraint programmes_check CHECK ((merged_into <> id)),
  constraint programmes_code_check CHECK ((code <> ''::text)),
  constraint programmes_name_check CHECK ((name <> ''::text)),
  constraint programmes_semesters_check CHECK (((semesters >= 1) AND (semesters <= 20)))
);

create table record_changes (
  id bigint generated always as identity not null,
  term_id bigint,
  subject_id bigint,
  version integer not null,
  field text not null,
  before text,
  after text,
  changed_by bigint not null,
  changed_at timestamp with time zone default now() not null,
  constraint record_changes_pkey PRIMARY KEY (id),
  constraint record_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES people(id),
  constraint record_changes_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subjects(id),
  constraint record_changes_term_id_fkey FOREIGN KEY (term_id) REFERENCES terms(id),
  constraint record_changes_check CHECK ((num_nonnulls(term_id, subject_id) = 1))
);

create table reservations (
  id bigint generated always as identity not null,
  book_id bigint not null,
  person_id bigint not null,
  made_at timestamp with time zone default now() not null,
  copy_id bigint,
  held_until date,
  ended_at timestamp with time zone,
  outcome text,
  constraint reservations_pkey PRIMARY KEY (id),
  constraint reservations_book_id_copy_id_fkey FOREIGN KEY (book_id, copy_id) REFERENCES book_copies(book_id, id),
  constraint reservations_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id),
  constraint reservations_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint reservations_check CHECK (((copy_id IS NULL) = (held_until IS NULL))),
  constraint reservations_check1 CHECK (((ended_at IS NULL) = (outcome IS NULL))),
  constraint reservations_outcome_check CHECK ((outcome = ANY (ARRAY['lent'::text, 'cancelled'::text, 'lapsed'::text])))
);

create table roster_versions (
  subject_id bigint not null,
  version integer not null,
  constraint roster_versions_pkey PRIMARY KEY (subject_id),
  constraint roster_versions_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subjects(id) ON DELETE CASCADE
);

create table seat_tallies (
  subject_id bigint not null,
  block integer not null,
  classes integer[] not null,
  present integer[] not null,
  first_on date[] not null,
  last_on date[] not null,
  constraint seat_tallies_pkey PRIMARY KEY (subject_id, block),
  constraint seat_tallies_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subjects(id)
);

create table seats (
  subject_id bigint not null,
  seat integer not null,
  block integer generated always as (((seat - 1) / 100)) stored not null,
  student_id bigint not null,
  constraint seats_pkey PRIMARY KEY (subject_id, seat) INCLUDE (student_id),
  constraint seats_student_id_subject_id_seat_block_key UNIQUE (student_id, subject_id) INCLUDE (seat, block),
  constraint seats_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(person_id),
  constraint seats_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subjects(id),
  constraint seats_seat_check CHECK ((seat > 0))
);

create table sections (
  id bigint generated always as identity not null,
  subject_id bigint not null,
  name text collate campus_natural not null,
  constraint sections_pkey PRIMARY KEY (id),
  constraint sections_of_subject UNIQUE (subject_id, id),
  constraint sections_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subjects(id),
  constraint sections_name_check CHECK ((name <> ''::text))
);

create table setup_link (
  only_one boolean default true not null,
  token_hash text not null,
  expires_at timestamp with time zone not null,
  constraint setup_link_pkey PRIMARY KEY (only_one),
  constraint setup_link_only_one_check CHECK (only_one)
);

create table student_batch_students (
  batch_id bigint not null,
  student_id bigint not null,
  version integer not null,
  skipped text,
  before jsonb,
  constraint student_batch_students_pkey PRIMARY KEY (batch_id, student_id),
  constraint student_batch_students_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES student_batches(id) ON DELETE CASCADE,
  constraint student_batch_students_student_id_fkey FOREIGN KEY (student_id) REFERENCES people(id) ON DELETE CASCADE
);

create table student_batches (
  id bigint generated always as identity not null,
  action jsonb not null,
  changed integer default 0 not null,
  made_by bigint not null,
  made_at timestamp with time zone default now() not null,
  applied_at timestamp with time zone,
  undone_at timestamp with time zone,
  undone_by bigint,
  constraint student_batches_pkey PRIMARY KEY (id),
  constraint student_batches_made_by_fkey FOREIGN KEY (made_by) REFERENCES people(id),
  constraint student_batches_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES people(id),
  constraint student_batches_changed_check CHECK ((changed >= 0)),
  constraint student_batches_check CHECK (((undone_at IS NULL) OR (applied_at IS NOT NULL))),
  constraint student_batches_check1 CHECK (((undone_at IS NULL) = (undone_by IS NULL)))
);

create table student_directory (
  person_id bigint not null,
  status text not null,
  search_key text collate "C" not null,
  name text collate campus_name not null,
  email text not null,
  univ_id text collate campus_natural not null,
  roll_no text collate campus_natural,
  course text,
  branch text,
  semester integer,
  year integer,
  list_item text not null,
  constraint student_directory_pkey PRIMARY KEY (person_id),
  constraint student_directory_person_id_fkey FOREIGN KEY (person_id) REFERENCES students(person_id) ON DELETE CASCADE,
  constraint student_directory_status_check CHECK ((status = ANY (ARRAY['active'::text, 'withdrawn'::text, 'graduated'::text, 'deactivated'::text])))
);

create table students (
  person_id bigint not null,
  role text default 'student'::text not null,
  roll_no text collate campus_natural,
  course text,
  branch text,
  semester integer,
  year integer,
  nationality text,
  blood_group text,
  parent_name text,
  parent_contact_no bigint,
  parent_contact_phone text,
  parent_occupation text,
  withdrawn_on date,
  programme_id bigint,
  branch_id bigint,
  graduated boolean default false not null,
  repeats boolean default false not null,
  away_from date,
  away_until date,
  away_reason text,
  constraint students_pkey PRIMARY KEY (person_id),
  constraint students_roll_no_key UNIQUE (roll_no),
  constraint students_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES programme_branches(id),
  constraint students_person_id_role_fkey FOREIGN KEY (person_id, role) REFERENCES people(id, role),
  constraint students_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes(id),
  constraint students_check CHECK (((parent_contact_no IS NULL) = (parent_contact_phone IS NULL))),
  constraint students_come_back_after_leaving CHECK (
CASE
    WHEN (away_from IS NULL) THEN (num_nonnulls(away_until, away_reason) = 0)
    ELSE ((away_until IS NULL) OR (away_until >= away_from))
END),
  constraint students_graduates_have_a_last_day CHECK (((NOT graduated) OR (withdrawn_on IS NOT NULL))),
  constraint students_role_check CHECK ((role = 'student'::text)),
  constraint students_semester_check CHECK ((semester >= 1)),
  constraint students_year_check CHECK ((year >= 1))
);

create table subject_percentages (
  subject_id bigint not null,
  changes integer not null,
  roster_version integer not null,
  days daterange not null,
  tenths smallint[] not null,
  seats integer[] not null,
  constraint subject_percentages_pkey PRIMARY KEY (subject_id),
  constraint subject_percentages_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subjects(id)
);

create table subject_tallies (
  subject_id bigint not null,
  marks integer default 0 not null,
  present integer default 0 not null,
  changes integer default 0 not null,
  constraint subject_tallies_pkey PRIMARY KEY (subject_id),
  constraint subject_tallies_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subjects(id),
  constraint subject_tallies_check CHECK (((present >= 0) AND (present <= marks)))
);

create table subject_teachers (
  id bigint generated always as identity not null,
  subject_id bigint not null,
  person_id bigint not null,
  kind text not null,
  may_mark boolean not null,
  may_grade boolean not null,
  from_on date not null,
  to_on date,
  added_by bigint not null,
  added_at timestamp with time zone default now() not null,
  section_id bigint,
  constraint subject_teachers_pkey PRIMARY KEY (id),
  constraint subject_teachers_once UNIQUE NULLS NOT DISTINCT (subject_id, person_id, from_on, section_id),
  constraint subject_teachers_added_by_fkey FOREIGN KEY (added_by) REFERENCES people(id),
  constraint subject_teachers_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint subject_teachers_section FOREIGN KEY (subject_id, section_id) REFERENCES sections(subject_id, id),
  constraint subject_teachers_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subjects(id) ON DELETE CASCADE,
  constraint subject_teachers_days CHECK ((to_on >= from_on)),
  constraint subject_teachers_kind_check CHECK ((kind = ANY (ARRAY['co_teacher'::text, 'assistant'::text, 'substitute'::text]))),
  constraint subject_teachers_may_something CHECK ((may_mark OR may_grade)),
  constraint subject_teachers_substitutes_end CHECK (((kind <> 'substitute'::text) OR (to_on IS NOT NULL)))
);

create table subjects (
  id bigint generated always as identity not null,
  term_id bigint,
  name text collate campus_name not null,
  code text collate campus_natural not null,
  credits integer default 0 not null,
  teacher_id bigint not null,
  audience_course text,
  audience_branch text,
  audience_semester integer,
  audience_year integer,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  carried_from bigint,
  deleted_at timestamp with time zone,
  deleted_by bigint,
  search_key text collate "C" generated always as (search_key((((name || '
'::text) || code) COLLATE "C"))) stored not null,
  by_list boolean default false not null,
  constraint subjects_pkey PRIMARY KEY (id),
  constraint subjects_carried_from_key UNIQUE (carried_from),
  constraint subjects_carried_from_fkey FOREIGN KEY (carried_from) REFERENCES subjects(id),
  constraint subjects_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES people(id),
  constraint subjects_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES faculty(person_id),
  constraint subjects_term_id_fkey FOREIGN KEY (term_id) REFERENCES terms(id),
  constraint subjects_code_check CHECK ((code <> ''::text)),
  constraint subjects_credits_check CHECK ((credits >= 0)),
  constraint subjects_deleted_are_in_no_term CHECK (((deleted_at IS NULL) = (term_id IS NOT NULL))),
  constraint subjects_deleted_by_check CHECK (((deleted_at IS NULL) = (deleted_by IS NULL))),
  constraint subjects_name_check CHECK ((name <> ''::text))
);

create table term_tallies (
  student_id bigint not null,
  term_id bigint not null,
  classes integer not null,
  present integer not null,
  first_on date not null,
  last_on date not null,
  share double precision generated always as (((present)::double precision / (classes)::double precision)) stored not null,
  tenths smallint generated always as (tenths_present(present, classes)) stored not null,
  enrolled boolean default false not null,
  constraint term_tallies_pkey PRIMARY KEY (student_id, term_id),
  constraint term_tallies_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(person_id),
  constraint term_tallies_term_id_fkey FOREIGN KEY (term_id) REFERENCES terms(id)
);

create table terms (
  id bigint generated always as identity not null,
  name text not null,
  starts_on date not null,
  ends_on date not null,
  is_open boolean default false not null,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  closed_at timestamp with time zone,
  closed_by bigint,
  deleted_at timestamp with time zone,
  deleted_by bigint,
  absent_counts_zero boolean,
  closing_reason text,
  next_id bigint,
  next_is_new boolean default false not null,
  moved_in_closed boolean default false not null,
  opened_at timestamp with time zone,
  constraint terms_pkey PRIMARY KEY (id),
  constraint terms_do_not_overlap EXCLUDE USING gist (daterange(starts_on, ends_on, '[]'::text) WITH &&) WHERE ((deleted_at IS NULL)),
  constraint terms_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES people(id),
  constraint terms_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES people(id),
  constraint terms_next_id_fkey FOREIGN KEY (next_id) REFERENCES terms(id),
  constraint terms_check CHECK ((starts_on <= ends_on)),
  constraint terms_check1 CHECK (((closed_at IS NULL) = (closed_by IS NULL))),
  constraint terms_check2 CHECK (((NOT is_open) OR (closed_at IS NULL))),
  constraint terms_closing_reason_check CHECK ((closing_reason <> ''::text)),
  constraint terms_deleted_by_check CHECK (((deleted_at IS NULL) = (deleted_by IS NULL))),
  constraint terms_deleted_were_planned CHECK (((deleted_at IS NULL) OR ((NOT is_open) AND (closed_at IS NULL)))),
  constraint terms_name_check CHECK ((name <> ''::text))
);

create table trail (
  id bigint generated always as identity not null,
  at timestamp with time zone default clock_timestamp() not null,
  kind text not null,
  person_id bigint,
  role text not null,
  record_kind text,
  record_id bigint,
  request_id text,
  address text,
  browser text,
  details jsonb,
  salt uuid default gen_random_uuid() not null,
  origin_salt uuid default gen_random_uuid(),
  details_salt uuid default gen_random_uuid(),
  origin_digest bytea,
  details_digest bytea,
  constraint trail_pkey PRIMARY KEY (id),
  constraint trail_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint trail_check CHECK (((record_kind IS NOT NULL) OR (record_id IS NULL))),
  constraint trail_check1 CHECK (((origin_salt IS NULL) = (origin_digest IS NOT NULL))),
  constraint trail_check2 CHECK (((origin_digest IS NULL) OR (num_nonnulls(address, browser) = 0))),
  constraint trail_check3 CHECK (((details_salt IS NULL) = (details_digest IS NOT NULL))),
  constraint trail_check4 CHECK (((details_digest IS NULL) OR (details IS NULL))),
  constraint trail_kind_check CHECK ((kind ~ '^[a-z_]+$'::text)),
  constraint trail_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'teacher'::text, 'student'::text, 'visitor'::text, 'operator'::text, 'campus'::text])))
);

create table trail_checks (
  id bigint generated always as identity not null,
  checked_at timestamp with time zone default now() not null,
  problem text,
  constraint trail_checks_pkey PRIMARY KEY (id)
);

create table trail_pending (
  id bigint not null,
  constraint trail_pending_pkey PRIMARY KEY (id),
  constraint trail_pending_id_fkey FOREIGN KEY (id) REFERENCES trail(id)
);

create table trail_segments (
  number bigint not null,
  sealed_at timestamp with time zone not null,
  ids bigint[] not null,
  digests bytea not null,
  previous bytea not null,
  digest bytea not null,
  constraint trail_segments_pkey PRIMARY KEY (number),
  constraint trail_segments_check CHECK (((cardinality(ids) > 0) AND (octet_length(digests) = (32 * cardinality(ids))))),
  constraint trail_segments_digest_check CHECK ((octet_length(digest) = 32)),
  constraint trail_segments_number_check CHECK ((number > 0)),
  constraint trail_segments_previous_check CHECK ((octet_length(previous) = 32))
);

create table unreturned_work (
  assignment_id bigint not null,
  student_id bigint not null,
  constraint unreturned_work_pkey PRIMARY KEY (assignment_id, student_id),
  constraint unreturned_work_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES assignments(id),
  constraint unreturned_work_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(person_id)
);

create table withdrawn_enrolments (
  student_id bigint not null,
  subject_id bigint not null,
  from_on date not null,
  to_on date,
  added_by bigint,
  withdrawn_on date not null,
  section_id bigint,
  constraint withdrawn_enrolments_pkey PRIMARY KEY (student_id, subject_id, from_on),
  constraint withdrawn_enrolments_added_by_fkey FOREIGN KEY (added_by) REFERENCES people(id),
  constraint withdrawn_enrolments_student_id_fkey FOREIGN KEY (student_id) REFERENCES students(person_id),
  constraint withdrawn_enrolments_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subjects(id)
);


-- Indexes beside those of constraints

CREATE INDEX account_outbox_by_email ON public.account_outbox USING btree (email, created_at) WHERE (email IS NOT NULL);

CREATE INDEX account_outbox_by_person ON public.account_outbox USING btree (person_id, id) WHERE (person_id IS NOT NULL);

CREATE INDEX account_outbox_finished ON public.account_outbox USING btree (finished_at) WHERE (finished_at IS NOT NULL);

CREATE UNIQUE INDEX account_outbox_once ON public.account_outbox USING btree (kind, person_id, email) NULLS NOT DISTINCT WHERE (finished_at IS NULL);

CREATE INDEX account_outbox_waiting ON public.account_outbox USING btree (((kind = 'invitation'::text)), next_attempt_at, id) WHERE (finished_at IS NULL);

CREATE INDEX announcements_shown ON public.announcements USING btree (id) WHERE (deleted_at IS NULL);

CREATE INDEX assignment_changes_by_assignment ON public.assignment_changes USING btree (assignment_id, id);

CREATE INDEX assignment_extensions_newest ON public.assignment_extensions USING btree (assignment_id, student_id, id DESC);

CREATE INDEX assignment_extensions_of_student ON public.assignment_extensions USING btree (student_id);

CREATE INDEX assignment_files_by_assignment ON public.assignment_files USING btree (assignment_id) WHERE (removed_at IS NULL);

CREATE INDEX assignment_files_by_content ON public.assignment_files USING btree (content_id);

CREATE INDEX assignments_by_deadline ON public.assignments USING btree (due_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX assignments_by_subject ON public.assignments USING btree (subject_id, due_at) WHERE (deleted_at IS NULL);

CREATE INDEX book_changes_by_book ON public.book_changes USING btree (book_id, id);

CREATE INDEX books_by_title ON public.books USING btree (title, id) WHERE (retired_at IS NULL);

CREATE INDEX books_by_words ON public.books USING gin (search_words);

CREATE UNIQUE INDEX books_isbn ON public.books USING btree (isbn) WHERE (retired_at IS NULL);

CREATE INDEX campus_settings_changes_by_changed_by ON public.campus_settings_changes USING btree (changed_by);

CREATE INDEX class_infos_shown ON public.class_infos USING btree (teacher_id, id) WHERE (removed_at IS NULL);

CREATE INDEX class_sessions_by_day ON public.class_sessions USING btree (held_on);

CREATE INDEX closing_students_by_student ON public.closing_students USING btree (student_id);

CREATE INDEX correction_requests_by_student ON public.correction_requests USING btree (student_id);

CREATE INDEX correction_requests_by_teacher ON public.correction_requests USING btree (requested_by, id);

CREATE INDEX correction_requests_decided ON public.correction_requests USING btree (decided_at, id) WHERE (outcome IS NOT NULL);

CREATE UNIQUE INDEX correction_requests_one_open_address ON public.correction_requests USING btree (student_id) WHERE ((outcome IS NULL) AND asks_address);

CREATE UNIQUE INDEX correction_requests_one_open_contact_no ON public.correction_requests USING btree (student_id) WHERE ((outcome IS NULL) AND asks_contact_no);

CREATE INDEX correction_requests_open ON public.correction_requests USING btree (id) WHERE (outcome IS NULL);

CREATE INDEX correction_requests_unseen ON public.correction_requests USING btree (requested_by) WHERE ((outcome IS NOT NULL) AND (outcome_seen_at IS NULL));

CREATE UNIQUE INDEX departments_code ON public.departments USING btree (lower(code));

CREATE INDEX departments_merged ON public.departments USING btree (merged_into);

CREATE UNIQUE INDEX departments_name ON public.departments USING btree (lower(name));

CREATE INDEX ended_sessions_by_ended_at ON public.ended_sessions USING btree (ended_at);

CREATE INDEX enrolments_by_student ON public.enrolments USING btree (student_id);

CREATE UNIQUE INDEX enrolments_one_open ON public.enrolments USING btree (subject_id, student_id) WHERE (to_on IS NULL);

CREATE INDEX enrolments_section_id ON public.enrolments USING btree (section_id) WHERE (section_id IS NOT NULL);

CREATE INDEX event_changes_by_event ON public.event_changes USING btree (event_id, id);

CREATE INDEX events_by_day ON public.events USING btree (starts_on) WHERE ((deleted_at IS NULL) AND (starts_on IS NOT NULL));

CREATE INDEX events_by_instant ON public.events USING btree (starts_at) WHERE ((deleted_at IS NULL) AND (starts_at IS NOT NULL));

CREATE INDEX exam_changes_by_exam ON public.exam_changes USING btree (exam_id, id);

CREATE INDEX exam_result_changes_by_result ON public.exam_result_changes USING btree (exam_id, student_id, id);

CREATE INDEX exam_result_changes_by_student ON public.exam_result_changes USING btree (student_id);

CREATE INDEX exam_results_by_student ON public.exam_results USING btree (student_id);

CREATE INDEX exams_by_date ON public.exams USING btree (held_on, id) WHERE (deleted_at IS NULL);

CREATE INDEX exams_by_parts ON public.exams USING gin (key_parts(search_key));

CREATE INDEX exams_by_subject ON public.exams USING btree (subject_id, held_on) WHERE (deleted_at IS NULL);

CREATE INDEX exams_published ON public.exams USING btree (held_on, id) WHERE (published_at IS NOT NULL);

CREATE INDEX exams_published_by_subject ON public.exams USING btree (subject_id) WHERE (published_at IS NOT NULL);

CREATE UNIQUE INDEX exams_title_in_subject ON public.exams USING btree (subject_id, lower(title)) WHERE (deleted_at IS NULL);

CREATE INDEX faculty_by_department ON public.faculty USING btree (department_id);

CREATE INDEX foreign_ids_by_record ON public.foreign_ids USING btree (kind, record_id);

CREATE UNIQUE INDEX grading_scale_letters ON public.grading_scale_grades USING btree (scale_id, lower(letter));

CREATE INDEX grading_scales_by_set_by ON public.grading_scales USING btree (set_by) WHERE (set_by IS NOT NULL);

CREATE INDEX hand_in_files_by_content ON public.hand_in_files USING btree (content_id);

CREATE INDEX hand_in_files_by_hand_in ON public.hand_in_files USING btree (hand_in_id);

CREATE INDEX hand_in_mark_changes_by_hand_in ON public.hand_in_mark_changes USING btree (assignment_id, student_id, id);

CREATE INDEX hand_in_mark_changes_by_student ON public.hand_in_mark_changes USING btree (student_id);

CREATE INDEX hand_in_marks_by_student ON public.hand_in_marks USING btree (student_id);

CREATE INDEX hand_ins_by_student ON public.hand_ins USING btree (student_id);

CREATE INDEX loan_events_by_done_by ON public.loan_events USING btree (done_by);

CREATE INDEX loan_events_by_loan ON public.loan_events USING btree (loan_id, id);

CREATE INDEX loans_by_copy ON public.loans USING btree (copy_id, id);

CREATE INDEX loans_by_person ON public.loans USING btree (person_id);

CREATE UNIQUE INDEX loans_one_per_copy ON public.loans USING btree (copy_id) WHERE (returned_on IS NULL);

CREATE INDEX loans_open_by_due ON public.loans USING btree (due_on, id) WHERE (returned_on IS NULL);

CREATE INDEX opening_balances_subject_id ON public.opening_balances USING btree (subject_id);

CREATE INDEX people_by_name ON public.people USING btree (role, name, id);

CREATE INDEX people_not_come_in ON public.people USING btree (id) WHERE ((came_in_at IS NULL) AND active);

CREATE INDEX staff_by_words ON public.people USING gin (key_words(search_key)) WHERE (role <> 'student'::text);

CREATE INDEX person_changes_by_changed_by ON public.person_changes USING btree (changed_by) WHERE (changed_by IS NOT NULL);

CREATE INDEX person_changes_by_person ON public.person_changes USING btree (person_id, id);

CREATE INDEX person_changes_by_time ON public.person_changes USING brin (changed_at timestamptz_minmax_multi_ops) WITH (autosummarize='on');

CREATE INDEX profile_images_by_stored_by ON public.profile_images USING btree (stored_by);

CREATE INDEX programme_branches_merged ON public.programme_branches USING btree (merged_into);

CREATE UNIQUE INDEX programme_branches_name ON public.programme_branches USING btree (programme_id, lower(name));

CREATE INDEX programmes_by_department ON public.programmes USING btree (department_id);

CREATE UNIQUE INDEX programmes_code ON public.programmes USING btree (lower(code));

CREATE INDEX programmes_merged ON public.programmes USING btree (merged_into);

CREATE UNIQUE INDEX programmes_name ON public.programmes USING btree (lower(name));

CREATE INDEX record_changes_by_subject ON public.record_changes USING btree (subject_id, version) WHERE (subject_id IS NOT NULL);

CREATE INDEX record_changes_by_term ON public.record_changes USING btree (term_id, version) WHERE (term_id IS NOT NULL);

CREATE INDEX record_changes_of_teachers ON public.record_changes USING btree (field) WHERE (field = ANY (ARRAY['emailId'::text, 'helper'::text]));

CREATE INDEX reservations_by_person ON public.reservations USING btree (person_id);

CREATE UNIQUE INDEX reservations_once_per_person ON public.reservations USING btree (book_id, person_id) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX reservations_one_per_copy ON public.reservations USING btree (copy_id) WHERE (ended_at IS NULL);

CREATE INDEX reservations_open_by_hold ON public.reservations USING btree (held_until) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX sections_once ON public.sections USING btree (subject_id, lower(name));

CREATE INDEX student_batch_students_by_student ON public.student_batch_students USING btree (student_id);

CREATE INDEX student_batches_waiting ON public.student_batches USING btree (made_at) WHERE (applied_at IS NULL);

CREATE INDEX student_directory_by_course ON public.student_directory USING btree (course, person_id);

CREATE INDEX student_directory_by_course_down ON public.student_directory USING btree (course DESC NULLS LAST, person_id DESC);

CREATE INDEX student_directory_by_email ON public.student_directory USING btree (email, person_id);

CREATE INDEX student_directory_by_name ON public.student_directory USING btree (name, person_id);

CREATE INDEX student_directory_by_parts ON public.student_directory USING gin (key_parts(search_key));

CREATE INDEX student_directory_by_roll_no ON public.student_directory USING btree (roll_no, person_id);

CREATE INDEX student_directory_by_roll_no_down ON public.student_directory USING btree (roll_no DESC NULLS LAST, person_id DESC);

CREATE INDEX student_directory_by_status ON public.student_directory USING btree (status);

CREATE INDEX student_directory_by_univ_id ON public.student_directory USING btree (univ_id, person_id);

CREATE INDEX student_directory_by_words ON public.student_directory USING gin (key_words(search_key));

CREATE INDEX students_by_branch ON public.students USING btree (branch_id);

CREATE INDEX students_by_programme ON public.students USING btree (programme_id);

CREATE INDEX subject_teachers_added_by ON public.subject_teachers USING btree (added_by);

CREATE INDEX subject_teachers_person ON public.subject_teachers USING btree (person_id);

CREATE INDEX subject_teachers_section_id ON public.subject_teachers USING btree (section_id) WHERE (section_id IS NOT NULL);

CREATE INDEX subjects_by_parts ON public.subjects USING gin (key_parts(search_key));

CREATE INDEX subjects_by_teacher ON public.subjects USING btree (teacher_id);

CREATE UNIQUE INDEX subjects_code_in_term ON public.subjects USING btree (term_id, upper(code));

CREATE INDEX term_tallies_by_share ON public.term_tallies USING btree (term_id, share);

CREATE INDEX term_tallies_by_tenths ON public.term_tallies USING btree (term_id, tenths) WHERE enrolled;

CREATE UNIQUE INDEX terms_name_key ON public.terms USING btree (name) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX terms_one_open ON public.terms USING btree (is_open) WHERE is_open;

CREATE INDEX trail_by_kind ON public.trail USING btree (kind, at, id);

CREATE INDEX trail_by_person ON public.trail USING btree (person_id, at, id) WHERE (person_id IS NOT NULL);

CREATE INDEX trail_by_person_and_kind ON public.trail USING btree (person_id, kind, at, id) WHERE (person_id IS NOT NULL);

CREATE INDEX trail_by_record ON public.trail USING btree (record_kind, record_id, at, id) INCLUDE (person_id, kind) WHERE (record_id IS NOT NULL);

CREATE INDEX trail_by_time ON public.trail USING btree (at, id);

CREATE INDEX trail_with_origin ON public.trail USING btree (at) WHERE (origin_salt IS NOT NULL);

CREATE INDEX unreturned_work_by_student ON public.unreturned_work USING btree (student_id);


-- Views

create view attendance_mark_changes as
 SELECT concat_ws('-'::text, submission.session_id, submission.version, seats.seat) AS id,
    submission.session_id,
    seats.student_id,
    submission.version,
    change.present,
    change.remarks,
    change.previous_present,
    change.previous_remarks,
    submission.correction,
    submission.changed_by,
    submission.changed_at
   FROM class_submissions submission
     JOIN class_sessions session ON session.id = submission.session_id
     CROSS JOIN LATERAL ROWS FROM(generate_series(1, cardinality(submission.present)), unnest(submission.present), unnest(submission.remarks), unnest(submission.previous_present), unnest(submission.previous_remarks)) change(seat, present, remarks, previous_present, previous_remarks)
     JOIN seats ON seats.subject_id = session.subject_id AND seats.seat = change.seat
  WHERE change.present IS NOT NULL;

create view attendance_marks as
 SELECT session.id AS session_id,
    seats.student_id,
    mark.present,
    mark.remarks,
    mark.corrected_by IS NOT NULL AS correction,
    COALESCE(mark.corrected_by, ( SELECT class_submissions.changed_by
           FROM class_submissions
          WHERE class_submissions.session_id = session.id AND class_submissions.present[mark.seat] IS NOT NULL
          ORDER BY class_submissions.version DESC
         LIMIT 1)) AS marked_by,
    ( SELECT class_submissions.changed_at
           FROM class_submissions
          WHERE class_submissions.session_id = session.id AND class_submissions.present[mark.seat] IS NOT NULL
          ORDER BY class_submissions.version DESC
         LIMIT 1) AS marked_at
   FROM class_sessions session
     CROSS JOIN LATERAL ROWS FROM(generate_series(1, cardinality(session.present)), unnest(session.present), unnest(session.remarks), unnest(session.corrected_by)) mark(seat, present, remarks, corrected_by)
     JOIN seats ON seats.subject_id = session.subject_id AND seats.seat = mark.seat
  WHERE mark.present IS NOT NULL;

create view attendance_tallies as
 SELECT seats.subject_id,
    seats.student_id,
    tally.classes[within.place] AS classes,
    tally.present[within.place] AS present,
    tally.first_on[within.place] AS first_on,
    tally.last_on[within.place] AS last_on
   FROM seats
     JOIN seat_tallies tally ON tally.subject_id = seats.subject_id AND tally.block = seats.block
     CROSS JOIN LATERAL ( SELECT seats.seat - 100 * seats.block AS place) within;

create view current_extensions as
 SELECT DISTINCT ON (assignment_id, student_id) assignment_id,
    student_id,
    due_at
   FROM assignment_extensions
  ORDER BY assignment_id, student_id, id DESC;

create view file_tallies_now as
 WITH stored AS (
         SELECT hand_ins.student_id AS person_id,
            hand_ins.assignment_id,
            octet_length(hand_ins.body) AS bytes
           FROM hand_ins
        UNION ALL
         SELECT file.person_id,
            file.assignment_id,
            content.size
           FROM ( SELECT DISTINCT hand_in_files.content_id,
                    hand_ins.student_id AS person_id,
                    hand_ins.assignment_id
                   FROM hand_in_files
                     JOIN hand_ins ON hand_ins.id = hand_in_files.hand_in_id
                UNION ALL
                 SELECT assignment_files.content_id,
                    assignment_files.added_by,
                    assignment_files.assignment_id
                   FROM assignment_files) file
             JOIN assignment_contents content ON content.id = file.content_id
        )
 SELECT
        CASE
            WHEN GROUPING(person_id) = 0 THEN 'person'::text
            WHEN GROUPING(assignment_id) = 0 THEN 'assignment'::text
            ELSE 'campus'::text
        END AS quota,
    COALESCE(person_id, assignment_id, 0::bigint) AS owner_id,
    sum(bytes) AS bytes
   FROM stored
  GROUP BY GROUPING SETS ((person_id), (assignment_id), ())
 HAVING sum(bytes) > 0;

create view judged_hand_ins as
 SELECT id,
    assignment_id,
    student_id,
    version,
    body,
    handed_in_at,
        CASE
            WHEN late THEN handed_in_at >= ('00:01:00'::interval + GREATEST(( SELECT assignments.due_at
               FROM assignments
              WHERE assignments.id = hand_ins.assignment_id), ( SELECT extension.due_at
               FROM current_extensions extension
              WHERE extension.assignment_id = hand_ins.assignment_id AND extension.student_id = hand_ins.student_id)))
            ELSE false
        END AS late
   FROM hand_ins;

create view people_to_invite as
 SELECT people.id AS person_id,
    people.role,
    invitation.until AS invited_until
   FROM people
     CROSS JOIN LATERAL ( SELECT max(COALESCE(account_outbox.link_until, account_outbox.finished_at + '14 days'::interval)) AS until,
            bool_or(account_outbox.finished_at IS NULL) AS waits
           FROM account_outbox
          WHERE account_outbox.person_id = people.id AND account_outbox.kind = 'invitation'::text AND COALESCE(account_outbox.outcome, 'done'::text) = 'done'::text) invitation
  WHERE people.active AND people.came_in_at IS NULL AND invitation.waits IS NOT TRUE AND COALESCE(invitation.until <= now(), true);

create view published_exam_results as
 SELECT exam.id AS exam_id,
    exam.subject_id,
    exam.title,
    exam.held_on,
    exam.max_marks,
    exam.published_at,
    result.student_id,
    result.marks,
    result.absent,
        CASE
            WHEN NOT result.absent THEN result.marks
            WHEN (exam.subject_id IN ( SELECT subjects.id
               FROM subjects
              WHERE (subjects.term_id IN ( SELECT terms_counting_absence.term_id
                       FROM terms_counting_absence)))) THEN 0
            ELSE NULL::integer
        END AS counted_marks
   FROM exams exam
     JOIN exam_results result ON result.exam_id = exam.id
  WHERE exam.published_at IS NOT NULL;

create view records_of_people as
 SELECT 'enrolments'::text AS kind,
    enrolments.id,
    enrolments.student_id AS person_id,
    enrolments.subject_id,
    true AS published
   FROM enrolments
UNION ALL
 SELECT 'opening-balances'::text AS kind,
    opening_balances.id,
    opening_balances.student_id AS person_id,
    opening_balances.subject_id,
    true AS published
   FROM opening_balances
UNION ALL
 SELECT 'helpers'::text AS kind,
    subject_teachers.id,
    subject_teachers.person_id,
    subject_teachers.subject_id,
    true AS published
   FROM subject_teachers
UNION ALL
 SELECT 'past-results'::text AS kind,
    exam_results.id,
    exam_results.student_id AS person_id,
    exams.subject_id,
    exams.published_at IS NOT NULL AS published
   FROM exam_results
     JOIN exams ON exams.id = exam_results.exam_id;

create view seat_tallies_now as
 SELECT subject_id,
    ((seat - 1) / 100)::integer AS block,
    array_agg(classes ORDER BY seat) AS classes,
    array_agg(present ORDER BY seat) AS present,
    array_agg(first_on ORDER BY seat) AS first_on,
    array_agg(last_on ORDER BY seat) AS last_on
   FROM ( SELECT session.subject_id,
            mark.seat,
            count(*)::integer AS classes,
            count(*) FILTER (WHERE mark.present)::integer AS present,
            min(session.held_on) AS first_on,
            max(session.held_on) AS last_on
           FROM class_sessions session
             CROSS JOIN LATERAL unnest(session.present) WITH ORDINALITY mark(present, seat)
          WHERE mark.present IS NOT NULL
          GROUP BY session.subject_id, mark.seat) counted
  GROUP BY subject_id, (((seat - 1) / 100)::integer);

create view subject_parts as
 SELECT subjects.id AS subject_id,
    sections.id AS section_id,
    sections.name AS section,
        CASE
            WHEN sections.id IS NULL THEN (EXISTS ( SELECT
               FROM class_sessions
              WHERE class_sessions.subject_id = subjects.id AND class_sessions.version > 0))
            ELSE (EXISTS ( SELECT
               FROM enrolments
              WHERE enrolments.section_id = sections.id AND (( SELECT seats.seat
                       FROM seats
                      WHERE seats.subject_id = enrolments.subject_id AND seats.student_id = enrolments.student_id)) IS NOT NULL))
        END AS ever_taken
   FROM subjects
     LEFT JOIN sections ON sections.subject_id = subjects.id AND (EXISTS ( SELECT
           FROM enrolments
          WHERE enrolments.section_id = sections.id));

create view subject_tallies_now as
 SELECT subject_id,
    sum(classes)::integer AS marks,
    sum(present)::integer AS present
   FROM attendance_tallies
  GROUP BY subject_id;

create view taken_parts as
 SELECT session.subject_id,
    part.section_id,
    session.held_on
   FROM class_sessions session
     JOIN subject_parts part ON part.subject_id = session.subject_id
  WHERE session.version > 0 AND (part.section_id IS NULL OR (EXISTS ( SELECT
           FROM enrolments
          WHERE enrolments.section_id = part.section_id AND enrolments.from_on <= session.held_on AND COALESCE(enrolments.to_on >= session.held_on, true) AND session.present[( SELECT seats.seat
                   FROM seats
                  WHERE seats.subject_id = session.subject_id AND seats.student_id = enrolments.student_id)] IS NOT NULL)));

create view term_grading_scales as
 SELECT id AS term_id,
    ( SELECT max(grading_scales.id) AS max
           FROM grading_scales
          WHERE grading_scales.set_at <= COALESCE(
                CASE
                    WHEN terms.moved_in_closed AND NOT (EXISTS ( SELECT
                       FROM grading_scales grading_scales_1
                      WHERE grading_scales_1.set_by IS NOT NULL AND grading_scales_1.set_at <= terms.closed_at)) THEN ( SELECT min(next.closed_at) AS min
                       FROM terms next
                      WHERE NOT next.moved_in_closed AND next.closed_at >= terms.closed_at)
                    ELSE terms.closed_at
                END, 'infinity'::timestamp with time zone)) AS scale_id
   FROM terms;

create view term_tallies_now as
 SELECT attendance_tallies.student_id,
    subjects.term_id,
    sum(attendance_tallies.classes)::integer AS classes,
    sum(attendance_tallies.present)::integer AS present,
    min(attendance_tallies.first_on) AS first_on,
    max(attendance_tallies.last_on) AS last_on
   FROM attendance_tallies
     JOIN subjects ON subjects.id = attendance_tallies.subject_id
  GROUP BY attendance_tallies.student_id, subjects.term_id;

create view terms_counting_absence as
 SELECT id AS term_id
   FROM terms
  WHERE COALESCE(absent_counts_zero, ( SELECT campus_settings.absent_counts_zero
           FROM campus_settings));

create view uncounted_subjects as
 SELECT subjects.term_id,
    tally.subject_id,
    tally.changes
   FROM subjects
     JOIN subject_tallies tally ON tally.subject_id = subjects.id
     LEFT JOIN counted_subjects counted USING (subject_id)
  WHERE counted.changes IS DISTINCT FROM tally.changes;

create view unreturned_work_now as
 SELECT hand_ins.assignment_id,
    hand_ins.student_id
   FROM hand_ins
     LEFT JOIN hand_in_marks marks USING (assignment_id, student_id)
  WHERE hand_ins.version = 1 AND marks.returned_at IS NULL;


-- Functions

CREATE OR REPLACE FUNCTION public.addresses_of(person bigint)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
AS $function$
  select email from people where id = person
  union
  select value from person_changes, unnest(array[before, after]) as value
  where person_id = person and field = 'email' and value is not null
    and not exists (select from people other where other.email = value and other.id <> person)
$function$
;

CREATE OR REPLACE FUNCTION public.beginning_with(search text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (book_query(search) || CASE WHEN (phone_pattern(search) IS NULL) THEN ''::tsquery ELSE to_tsquery('simple'::regconfig, (TRIM(BOTH '%'::text FROM phone_pattern(search)) || ':*'::text)) END)
;

CREATE OR REPLACE FUNCTION public.book_key(title text, author text, year integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((search_key(title) || '
'::text) || search_key(author)) || '
'::text) || COALESCE((year)::text, ''::text))
;

CREATE OR REPLACE FUNCTION public.book_query(search text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN to_tsquery('simple'::regconfig, regexp_replace(replace(book_words(search), ' '::text, ':* & '::text), '(\S)$'::text, '\1:*'::text))
;

CREATE OR REPLACE FUNCTION public.book_words(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (TRIM(BOTH FROM regexp_replace((search_key(given) COLLATE campus_name), '[^[:alnum:]]+'::text, ' '::text, 'g'::text)) COLLATE "C")
;

CREATE OR REPLACE FUNCTION public.branch_of(programme bigint, INOUT given text, OUT id bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  known record;
begin
  if programme is null or coalesce(given, '') = '' then return; end if;
  loop
    select branches.id, merged_into, name, confirmed into known
      from programme_branches branches where programme_id = programme and lower(name) = lower(given) for key share;
    exit when found;
    insert into programme_branches (programme_id, name) values (programme, given) on conflict do nothing;
  end loop;
  if known.merged_into is not null then
    select branches.id, null::bigint, name, confirmed into known
      from programme_branches branches where branches.id = known.merged_into for key share;
  end if;
  id := known.id;
  if known.confirmed then given := known.name; end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.count_term(of_term bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
declare
  changed bigint[];
begin
  if not exists (select from uncounted_subjects where term_id = of_term) then return; end if;
  perform pg_advisory_xact_lock('term_tallies'::regclass::oid::integer, of_term::integer);
  with noted as (
    insert into counted_subjects
    select subject_id, changes from uncounted_subjects where term_id = of_term
    on conflict (subject_id) do update set changes = excluded.changes
    returning subject_id
  )
  select array_agg(subject_id) into changed from noted;
  insert into term_tallies
  select student_id, of_term, sum(classes), sum(present), min(first_on), max(last_on)
  from attendance_tallies tally
  join subjects on subjects.id = tally.subject_id and term_id = of_term
  where student_id in (select student_id from seats where subject_id = any (changed))
  group by student_id
  on conflict (student_id, term_id) do update set classes = excluded.classes,
    present = excluded.present, first_on = excluded.first_on, last_on = excluded.last_on;
end
$function$
;

CREATE OR REPLACE FUNCTION public.count_term(of_term bigint, on_day date)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
 SET random_page_cost TO '1.1'
AS $function$
declare
  changed bigint[];
  changes_of_them integer[];
  rosters_of_them integer[];
  theirs bigint[];
  active bigint[];
  in_them bigint[];
begin
  if not exists (select from uncounted_subjects(of_term, on_day)) then return; end if;
  perform pg_advisory_xact_lock('term_tallies'::regclass::oid::integer, of_term::integer);
  select array_agg(subject_id), array_agg(changes), array_agg(roster_version)
  into changed, changes_of_them, rosters_of_them
  from uncounted_subjects(of_term, on_day);
  if changed is null then return; end if;
  theirs := array(
    select student_id from seats where subject_id = any (changed)
    union select student_id from enrolments where subject_id = any (changed));
  active := array(
    select person_id from student_directory where person_id = any (theirs) and status = 'active');
  in_them := array(
    select distinct student_id from enrolments
    where subject_id = any (changed) and on_day between from_on and coalesce(to_on, on_day));
  insert into subject_percentages
  select noted.*, enrolment.days, coalesce(listed.tenths, '{}'), coalesce(listed.seats, '{}')
  from unnest(changed, changes_of_them, rosters_of_them) as noted (subject_id, changes, roster_version)
  cross join lateral (
    select daterange(
      greatest(max(from_on) filter (where from_on <= on_day), max(to_on + 1) filter (where to_on < on_day)),
      least(min(from_on) filter (where from_on > on_day), min(to_on + 1) filter (where to_on >= on_day))) as days
    from enrolments where enrolments.subject_id = noted.subject_id
  ) as enrolment
  cross join lateral (
    select array_agg(tenths order by tenths, seat) as tenths,
      array_agg(seat order by tenths, seat) as seats
    from (
      select student_id, max(seat) as seat, max(tenths) as tenths
      from (
        select student_id, seat,
          tenths_present(tally.present[seat - 100 * block], tally.classes[seat - 100 * block]) as tenths
        from seats join seat_tallies tally using (subject_id, block)
        where subject_id = noted.subject_id
        -- No join: where its size is not known yet, a class would be compared with itself.
        union all
        select student_id, null, null from enrolments
        where enrolments.subject_id = noted.subject_id
          and on_day between from_on and coalesce(to_on, on_day)
      ) as either
      group by student_id
      having count(seat) > 0 and count(*) > 1
      -- Who is active is compared afterwards: everybody would be searched for in every subject.
      offset 0
    ) as place
    where student_id = any (active)
  ) as listed
  on conflict (subject_id) do update set changes = excluded.changes,
    roster_version = excluded.roster_version, days = excluded.days, tenths = excluded.tenths,
    seats = excluded.seats;
  insert into term_tallies (student_id, term_id, classes, present, first_on, last_on, enrolled)
  select student_id, of_term, sum(classes), sum(present), min(first_on), max(last_on),
    student_id = any (active) and (student_id = any (in_them) or exists (
      select from enrolments join subjects on subjects.id = subject_id and subjects.term_id = of_term
      where enrolments.student_id = tally.student_id and on_day between from_on and coalesce(to_on, on_day)
      -- One by one, also of all: to find a few among everybody takes longer.
      offset 0))
  from (
    select student_id, classes, present, first_on, last_on
    from attendance_tallies
    join subjects on subjects.id = subject_id and subjects.term_id = of_term
    where student_id = any (theirs)
    -- Numbers from here on, instead of the arrays they are taken from.
    offset 0
  ) as tally
  group by student_id
  on conflict (student_id, term_id) do update set classes = excluded.classes,
    present = excluded.present, first_on = excluded.first_on, last_on = excluded.last_on,
    enrolled = excluded.enrolled;
end
$function$
;

CREATE OR REPLACE FUNCTION public.current_actor()
 RETURNS bigint
 LANGUAGE sql
 STABLE
RETURN (NULLIF(current_setting('campus.actor'::text, true), ''::text))::bigint
;

CREATE OR REPLACE FUNCTION public.days_without_leave(first_on date, last_on date, away_from date, away_until date)
 RETURNS TABLE(from_on date, to_on date)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select lower(days), upper(days) - 1 from unnest(
    datemultirange(daterange(first_on, last_on, '[]'))
    - case when away_from is null then '{}' else datemultirange(daterange(away_from, away_until, '[]')) end) as days
$function$
;

CREATE OR REPLACE FUNCTION public.department_of(INOUT given text, OUT id bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  known record;
begin
  if coalesce(given, '') = '' then return; end if;
  loop
    select departments.id, merged_into, name, confirmed into known
      from departments where lower(name) = lower(given) for key share;
    exit when found;
    insert into departments (name) values (given) on conflict do nothing;
  end loop;
  if known.merged_into is not null then
    select departments.id, null::bigint, name, confirmed into known
      from departments where departments.id = known.merged_into for key share;
  end if;
  id := known.id;
  if known.confirmed then given := known.name; end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.enrolments_change_rosters()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Who changes a student's name at this moment either sees the enrolment or is waited for: else neither
  -- would count the new name.
  if tg_op = 'INSERT' then
    perform from student_directory
    where person_id in (select student_id from changed) order by person_id for share;
  end if;
  perform rosters_changed(array(
    select subject_id from changed
    union all select subject_id from seats
    where tg_op = 'DELETE' and student_id in (select student_id from changed)));
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.erase_from_trail(person bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  kinds text[] := array['subject_created', 'subject_changed', 'subjects_handed_over', 'helper_added', 'helper_removed'];
  entries bigint;
begin
  if exists (select from people where id = person and role = 'student') then kinds := '{}'; end if;
  with addresses as (
    select email from addresses_of(person) as email
  ),
  erased as (
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
      select id as entry_id, origin_salt is not null and (person_id is not distinct from person
          or kind = 'sign_in_failed' and record_kind = 'person' and record_id = person) as mine,
        details is not null and (record_kind = 'person' and record_id = person or exists (
          select from jsonb_array_elements(details -> 'changes') as change
          join addresses on email in
            (split_part(change ->> 'before', ',', 1), split_part(change ->> 'after', ',', 1)))) as theirs
      from trail
      where person_id = person or (record_kind = 'person' and record_id = person) or kind = any (kinds)
    ) which
    where id = entry_id and (mine or theirs)
    returning 1
  )
  select count(*) into entries from erased;
  return entries;
end
$function$
;

CREATE OR REPLACE FUNCTION public.erase_person(erased bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  code text := upper(lpad(to_hex(erased), greatest(4, length(to_hex(erased))), '0'));
  pseudonymous_email text := 'erased-' || lower(code) || '@erased.invalid';
  emails text[];
  contents bigint[];
  assignments bigint[];
  freed bigint[];
  total bigint;
  held record;
begin
  perform from people where id = erased and not active and erased_at is null for update;
  if not found then
    raise exception 'only a person who is not active is erased, and once';
  end if;
  perform set_config('campus.erasing', 'on', true);
  perform erase_from_trail(erased);
  select array_agg(email) into emails from addresses_of(erased) as email;

  -- ID tokens outlive the account for minutes: until then they bind to nobody who is given the e-mail.
  insert into ended_sessions (session_id)
  select identity_issuer || ' ' || identity_subject from people where id = erased and identity_subject is not null
  on conflict do nothing;
  update people set name = 'Erased person ' || code, email = pseudonymous_email, univ_id = null, dob = null,
    gender = null, contact_no = null, contact_phone = null, address = null, identity_issuer = null,
    identity_subject = null, valid_from = now(), updated_at = now(), erased_at = now()
  where id = erased;
  update student_batches set action = action - 'reason' || '{"reason": "Erased"}'
  where action ? 'reason' and id in (select batch_id from student_batch_students where student_id = erased);
  update student_batch_students set before = before - 'awayReason'
  where student_id = erased and before ? 'awayReason';
  update students set away_reason = null, roll_no = null, nationality = null, blood_group = null, parent_name = null,
    parent_contact_no = null, parent_contact_phone = null, parent_occupation = null
  where person_id = erased;

  -- After the record, whose changes have just been kept.
  update person_changes set before = null, after = null
  where person_id = erased and field not in
    ('active', 'withdrawnOn', 'graduated', 'repeats', 'awayFrom', 'awayUntil', 'erased', 'course', 'branch', 'semester', 'year', 'department');
  update record_changes set
    before = case when split_part(before, ',', 1) = any (emails)
      then regexp_replace(before, '^[^,]*', pseudonymous_email) else before end,
    after = case when split_part(after, ',', 1) = any (emails)
      then regexp_replace(after, '^[^,]*', pseudonymous_email) else after end
  where field in ('emailId', 'helper')
    and (split_part(before, ',', 1) = any (emails) or split_part(after, ',', 1) = any (emails));

  delete from foreign_ids where (kind, record_id) in (
    select kind, id from records_of_people where person_id = erased);
  delete from profile_images where person_id = erased;
  delete from event_feeds where person_id = erased;
  delete from marking_phrases where person_id = erased;
  delete from class_infos where teacher_id = erased;
  delete from account_outbox where person_id = erased or email = any (emails);
  delete from kept_mails where recipient = any (emails);
  delete from correction_requests where student_id = erased;
  delete from withdrawn_enrolments where student_id = erased;

  select array_agg(assignment_id order by assignment_id), array_agg(bytes order by assignment_id), sum(bytes)
  into assignments, freed, total
  from (
    select assignment_id, sum(bytes)::bigint as bytes from (
      select assignment_id, octet_length(body) as bytes from hand_ins where student_id = erased
      union all
      select assignment_id, size from (
        select distinct assignment_id, content_id from hand_ins
        join hand_in_files on hand_in_id = hand_ins.id where student_id = erased
      ) as files join assignment_contents on assignment_contents.id = content_id
    ) as stored group by assignment_id
  ) as of_assignments;
  with gone as (
    delete from hand_in_files where hand_in_id in (select id from hand_ins where student_id = erased)
    returning content_id
  )
  select array_agg(content_id) into contents from gone;
  delete from assignment_contents where id = any (contents);
  update hand_ins set body = '' where student_id = erased;
  update hand_in_marks set comment = '' where student_id = erased;
  update hand_in_mark_changes set comment = '' where student_id = erased;
  update assignment_extensions set reason = '' where student_id = erased;

  for held in select subject_id, seat from seats where student_id = erased loop
    update class_sessions set remarks[held.seat] = null
    where subject_id = held.subject_id and remarks[held.seat] is not null;
    update class_submissions set remarks[held.seat] = null
    from class_sessions session
    where session.id = session_id and session.subject_id = held.subject_id
      and class_submissions.remarks[held.seat] is not null;
    update class_submissions set previous_remarks[held.seat] = null
    from class_sessions session
    where session.id = session_id and session.subject_id = held.subject_id
      and previous_remarks[held.seat] is not null;
  end loop;

  -- Last, and in the order of whoever hands something in: they wait for these rows.
  if total > 0 then
    perform from file_tallies
    where quota = 'person' and owner_id = erased or quota = 'assignment' and owner_id = any (assignments)
    order by quota desc, owner_id for no key update;
    update file_tallies set bytes = file_tallies.bytes - less.bytes
    from (
      select 'person' as quota, erased as owner_id, total as bytes
      union all select 'assignment', id, bytes from unnest(assignments, freed) as of_assignment (id, bytes)
    ) as less
    where (file_tallies.quota, file_tallies.owner_id) = (less.quota, less.owner_id);
    update file_tallies set bytes = bytes - total where quota = 'campus';
  end if;
  perform set_config('campus.erasing', '', true);
end $function$
;

CREATE OR REPLACE FUNCTION public.erasing()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((COALESCE(current_setting('campus.erasing'::text, true), ''::text) = 'on'::text) AND (CURRENT_USER = (SELECT pg_get_userbyid(pg_class.relowner) AS pg_get_userbyid FROM pg_class WHERE (pg_class.oid = ('people'::regclass)::oid))))
;

CREATE OR REPLACE FUNCTION public.exams_by_parts(search text, most integer)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
BEGIN ATOMIC
 SELECT exams.id
    FROM exams
   WHERE ((key_parts(exams.search_key) @> key_parts(search_key(exams_by_parts.search))) OR (key_parts(exams.search_key) @> key_parts(phone_pattern(exams_by_parts.search))))
 UNION ALL
  SELECT exams.id
    FROM ((unnest((search_patterns(exams_by_parts.search) || phone_pattern(exams_by_parts.search))) word(word)
      JOIN subjects ON ((key_parts(subjects.search_key) @> key_parts(word.word))))
      JOIN exams ON ((exams.subject_id = subjects.id)))
   WHERE (key_parts(word.word) <> '{}'::text[])
 LIMIT exams_by_parts.most;
END
;

CREATE OR REPLACE FUNCTION public.forget_trail_origins(older_than timestamp with time zone, most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with forgotten as (
    update trail set address = null, browser = null, origin_salt = null,
      origin_digest = sha256(convert_to(origin_salt || trail_origin(trail), 'UTF8'))
    where id in (
      select id from trail
      where origin_salt is not null and at < (
        select least(older_than,
          (now() at time zone 'UTC' - make_interval(months => (retention ->> 'origins')::integer)) at time zone 'UTC')
        from campus_settings where (retention ->> 'origins')::integer > 0)
      order by at limit most for update skip locked)
    returning 1
  )
  select count(*) from forgotten
$function$
;

CREATE OR REPLACE FUNCTION public.from_a_file()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (COALESCE(current_setting('campus.import'::text, true), ''::text) = 'on'::text)
;

CREATE OR REPLACE FUNCTION public.keep_campus_settings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the campus keeps its settings';
end
$function$
;

CREATE OR REPLACE FUNCTION public.keep_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET "DateStyle" TO 'ISO'
AS $function$
declare
  comparisons text;
begin
  select string_agg(
      format(
        case when kept.field like '%?'
          then '(%s, %L, (was.%I is not null)::text, (now_is.%3$I is not null)::text)'
          else '(%s, %L, was.%I::text collate "C", now_is.%3$I::text collate "C")' end,
        attnum, rtrim(kept.field, '?'), attname),
      ', ' order by attnum)
    into comparisons
    from pg_attribute
    left join lateral (
      select split_part(rule, '=', 2) as given from unnest(tg_argv[3:]) rule
      where split_part(rule, '=', 1) = attname
    ) as said on true
    cross join lateral (
      select coalesce(said.given, (
        select string_agg(case when place = 1 then word else initcap(word) end, '' order by place)
        from regexp_split_to_table(attname, '_') with ordinality as part (word, place)))
    ) as kept (field)
    where attrelid = tg_relid and attnum > 0 and not attisdropped and attgenerated = ''
      and attname <> tg_argv[2] and kept.field <> '';
  execute format($sql$
    insert into %I (%I, field, before, after)
    select now_is.%I, field, before, after
    from was join now_is using (%3$I), lateral (values %s) as compared (place, field, before, after)
    where before is distinct from after
    order by now_is.%3$I, place
  $sql$, tg_argv[0], tg_argv[1], tg_argv[2], comparisons);
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.keep_copies_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  execute format($sql$
    insert into book_changes (book_id, field, before, after, imported, changed_by)
    select book_id, 'copies', (there - more)::text, there::text, from_a_file(), current_actor()
    from (%s) as changed join (
      select book_id, (count(*) filter (where removed_at is null))::int as there
      from book_copies where book_id in (select book_id from now_is) group by book_id
    ) as counted using (book_id)
    where more <> 0 and there <> more
    order by book_id
  $sql$, case when tg_op = 'INSERT'
    then 'select book_id, count(*)::int as more from now_is group by book_id'
    else 'select now_is.book_id, (count(*) filter (where now_is.removed_at is null)
        - count(*) filter (where was.removed_at is null))::int as more
      from was join now_is using (id) group by now_is.book_id' end);
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.keep_marks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from unnest(old.present, new.present) as mark (before, after)
    where before is not null and after is null
  ) then
    raise exception 'marks are never taken away';
  end if;
  insert into subject_tallies (subject_id) values (new.subject_id) on conflict do nothing;
  with change as materialized (
    select seat, change.*
    from unnest(new.present, new.remarks, new.corrected_by, old.present, old.remarks)
      with ordinality as mark (present, remarks, corrected_by, was_present, had_remarks, seat)
    left join lateral (
      select mark.present, mark.remarks, mark.corrected_by, was_present, had_remarks
      where mark.present is distinct from was_present or mark.remarks is distinct from had_remarks
    ) as change on true
  ),
  history as (
    insert into class_submissions
    select new.id, new.version, new.marked_by, new.marked_at, count(corrected_by) > 0,
      array_agg(present order by seat),
      case when count(remarks) > 0 then array_agg(remarks order by seat) end,
      case when count(was_present) > 0 then array_agg(was_present order by seat) end,
      case when count(had_remarks) > 0 then array_agg(had_remarks order by seat) end
    from change
  ),
  counted as materialized (
    select seat, (was_present is null)::integer as classes,
      present::integer - coalesce(was_present, false)::integer as present
    from change
    where present is distinct from was_present
  ),
  before as (
    select block * 100 + place as seat, tally.*
    from seat_tallies
    cross join lateral unnest(classes, present, first_on, last_on)
      with ordinality as tally (classes, present, first_on, last_on, place)
    where subject_id = new.subject_id and block in (select (seat - 1) / 100 from counted)
  ),
  of_seats as (
    insert into seat_tallies
    select new.subject_id, (seat - 1) / 100,
      array_agg(coalesce(before.classes, 0) + coalesce(counted.classes, 0) order by seat),
      array_agg(coalesce(before.present, 0) + coalesce(counted.present, 0) order by seat),
      array_agg(least(first_on, case when counted.seat > 0 then new.held_on end) order by seat),
      array_agg(greatest(last_on, case when counted.seat > 0 then new.held_on end) order by seat)
    from before full join counted using (seat)
    group by 2
    on conflict (subject_id, block) do update
      set classes = excluded.classes, present = excluded.present,
        first_on = excluded.first_on, last_on = excluded.last_on
  )
  update subject_tallies
  set marks = marks + added.classes, present = subject_tallies.present + added.present,
    changes = changes + 1
  from (select sum(classes) as classes, sum(present) as present from counted) as added
  where subject_id = new.subject_id and added.classes is not null;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.keep_picture_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into person_changes (person_id, field, before, after, changed_by)
  values (new.person_id, 'profileImage', case when tg_op = 'UPDATE' then old.digest end, new.digest,
    new.stored_by);
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.keep_trail()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.key_parts(key text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT (substr(word.word, at.at, 3) COLLATE "C") AS substr FROM regexp_split_to_table((key_parts.key COLLATE campus_name), '[^[:alnum:]]+'::text) word(word), LATERAL generate_series(1, (length(word.word) - 2)) at(at))
;

CREATE OR REPLACE FUNCTION public.key_words(key text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN to_tsvector('simple'::regconfig, TRIM(BOTH FROM regexp_replace((key COLLATE campus_name), '[^[:alnum:]]+'::text, ' '::text, 'g'::text)))
;

CREATE OR REPLACE FUNCTION public.known_branch(of_course text, given text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((
    select coalesce(named.name, known.name)
    from programmes join programme_branches known on programme_id = programmes.id
    left join programme_branches named on named.id = known.merged_into
    where lower(programmes.name) = lower(of_course) and lower(known.name) = lower(given)
      and coalesce(named.confirmed, known.confirmed)), given)
$function$
;

CREATE OR REPLACE FUNCTION public.known_course(given text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((
    select coalesce(named.name, known.name)
    from programmes known left join programmes named on named.id = known.merged_into
    where lower(known.name) = lower(given) and coalesce(named.confirmed, known.confirmed)), given)
$function$
;

CREATE OR REPLACE FUNCTION public.list_new_students()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into student_directory
  select listed.* from students_as_they_are() listed join now_is using (person_id);
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.next_univ_id(of_role text, in_year integer)
 RETURNS text
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  candidate text;
begin
  loop
    candidate := univ_id_of(of_role, in_year, case of_role
      when 'student' then nextval('student_univ_ids') else nextval('faculty_univ_ids') end);
    exit when not exists (select from people where univ_id = candidate);
  end loop;
  return candidate;
end
$function$
;

CREATE OR REPLACE FUNCTION public.next_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  return new;
end
$function$
;

CREATE OR REPLACE FUNCTION public.person_key(name text, email text, univ_id text, other text, phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN search_key((((((((((name || '
'::text) || email) || '
'::text) || COALESCE(univ_id, ''::text)) || '
'::text) || COALESCE(other, ''::text)) || '
'::text) || phone_words(phone)) COLLATE "C"))
;

CREATE OR REPLACE FUNCTION public.phone_pattern(search text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN ((search !~ '^[+(]*[0-9][0-9 ()./-]*$'::text) OR (search !~ '([0-9][^0-9]*){7}'::text)) THEN NULL::text WHEN ((search ~ '^[(]*[+0]'::text) AND (search ~ '([0-9][^0-9]*){11}'::text)) THEN (('%'::text || "right"(regexp_replace(search, '[^0-9]'::text, ''::text, 'g'::text), 10)) || '%'::text) WHEN (search ~ '[^0-9]'::text) THEN (('%'::text || regexp_replace(search, '[^0-9]'::text, ''::text, 'g'::text)) || '%'::text) ELSE NULL::text END
;

CREATE OR REPLACE FUNCTION public.phone_words(phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (phone IS NULL) THEN ''::text ELSE ((regexp_replace(phone, '[^0-9]'::text, ''::text, 'g'::text) || '
'::text) || "right"(regexp_replace(phone, '[^0-9]'::text, ''::text, 'g'::text), 10)) END
;

CREATE OR REPLACE FUNCTION public.programme_of(INOUT given text, OUT id bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  known record;
begin
  if coalesce(given, '') = '' then return; end if;
  loop
    select programmes.id, merged_into, name, confirmed into known
      from programmes where lower(name) = lower(given) for key share;
    exit when found;
    insert into programmes (name) values (given) on conflict do nothing;
  end loop;
  if known.merged_into is not null then
    select programmes.id, null::bigint, name, confirmed into known
      from programmes where programmes.id = known.merged_into for key share;
  end if;
  id := known.id;
  if known.confirmed then given := known.name; end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'TRUNCATE' and erasing() then return null; end if;
  raise exception '% is append-only', tg_table_name;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_overlapping_enrolments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from changed
    join enrolments other on other.subject_id = changed.subject_id
      and other.student_id = changed.student_id and other.id <> changed.id
      and daterange(other.from_on, other.to_on, '[]')
        && daterange(changed.from_on, changed.to_on, '[]')
  ) then
    raise exception 'enrolments of one student in one subject overlap'
      using errcode = 'exclusion_violation', constraint = 'enrolments_do_not_overlap';
  end if;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.refuse_taking_away()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% are never taken away', tg_table_name;
end
$function$
;

CREATE OR REPLACE FUNCTION public.relist_changed_people()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ids bigint[];
begin
  execute $sql$
    select array(
      select id from was join now_is using (id)
      where (was.name, was.email, was.univ_id, was.contact_phone, was.active)
        is distinct from (now_is.name, now_is.email, now_is.univ_id, now_is.contact_phone, now_is.active))
  $sql$ into ids;
  if ids <> '{}' then perform relist_students(ids); end if;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.relist_changed_students()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform relist_students(array(select person_id from now_is));
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.relist_students(ids bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  update student_directory listed
  set status = now_is.status, search_key = now_is.search_key, name = now_is.name,
    email = now_is.email, univ_id = now_is.univ_id, roll_no = now_is.roll_no,
    course = now_is.course, branch = now_is.branch, semester = now_is.semester, year = now_is.year,
    list_item = now_is.list_item
  from students_as_they_are() now_is
  where now_is.person_id = listed.person_id and listed.person_id = any(ids)
$function$
;

CREATE OR REPLACE FUNCTION public.require_lowest_grade()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from grading_scale_grades where scale_id = new.id and from_percent = 0
  ) then
    raise exception 'the grades of a scale begin at 0 percent' using errcode = 'check_violation';
  end if;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.rosters_changed(subject_ids bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into roster_versions
  select distinct id, 1 from unnest(subject_ids) as id order by id
  on conflict (subject_id) do update set version = roster_versions.version + 1
$function$
;

CREATE OR REPLACE FUNCTION public.search_key(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN replace(replace(replace(replace(translate((lower((regexp_replace(NORMALIZE(given, NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text) COLLATE campus_name)) COLLATE "C"), 'łøđðħŧıŋɓɗƙƴς'::text, 'loddhtinbdkyσ'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text)
;

CREATE OR REPLACE FUNCTION public.search_patterns(search text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT (('%'::text || regexp_replace(word.word, '([\\%_])'::text, '\\\1'::text, 'g'::text)) || '%'::text) FROM regexp_split_to_table(TRIM(BOTH FROM search_key(search_patterns.search)), '\s+'::text) word(word))
;

CREATE OR REPLACE FUNCTION public.spell_audience()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from programmes where lower(name) = lower(new.audience_course) for key share;
  perform from programme_branches as branches join programmes on programmes.id = programme_id
    where lower(programmes.name) = lower(new.audience_course)
      and lower(branches.name) = lower(new.audience_branch) for key share of branches;
  new.audience_course := known_course(new.audience_course);
  new.audience_branch := known_branch(new.audience_course, new.audience_branch);
  return new;
end
$function$
;

CREATE OR REPLACE FUNCTION public.spell_student()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and new.programme_id is not null
    and (new.course, new.branch) is not distinct from (old.course, old.branch) then return new; end if;
  select * into new.course, new.programme_id from programme_of(new.course);
  select * into new.branch, new.branch_id from branch_of(new.programme_id, new.branch);
  return new;
end
$function$
;

CREATE OR REPLACE FUNCTION public.spell_teacher()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select * into new.department, new.department_id from department_of(new.department);
  return new;
end
$function$
;

CREATE OR REPLACE FUNCTION public.students_as_they_are()
 RETURNS SETOF student_directory
 LANGUAGE sql
 STABLE
AS $function$
  select person_id, status, person_key(name, email, univ_id, roll_no, contact_phone),
    name, email, coalesce(univ_id, ''), roll_no, course, branch, semester, year,
    (select row_to_json(item)::text from (
      select person_id::text as id, name, email, univ_id as "univId", roll_no as "rollNo", course,
        branch, semester, year, status) item)
  from people join students on students.person_id = people.id
  cross join lateral (
    select case when active then 'active' when graduated then 'graduated'
      when withdrawn_on is not null then 'withdrawn' else 'deactivated' end as status) state
$function$
;

CREATE OR REPLACE FUNCTION public.students_by_parts(search text, most integer)
 RETURNS SETOF student_directory
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
BEGIN ATOMIC
 SELECT student_directory.person_id,
     student_directory.status,
     student_directory.search_key,
     student_directory.name,
     student_directory.email,
     student_directory.univ_id,
     student_directory.roll_no,
     student_directory.course,
     student_directory.branch,
     student_directory.semester,
     student_directory.year,
     student_directory.list_item
    FROM student_directory
   WHERE ((key_parts(student_directory.search_key) @> key_parts(search_key(students_by_parts.search))) OR (key_parts(student_directory.search_key) @> key_parts(phone_pattern(students_by_parts.search))))
  LIMIT students_by_parts.most;
END
;

CREATE OR REPLACE FUNCTION public.students_change_rosters()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  subject_ids bigint[];
begin
  execute $sql$
    select array_agg(subject_id) from enrolments
    where student_id in (
      select now_is.person_id from now_is join was on was.person_id = now_is.person_id
      where (was.name, was.email, was.roll_no, was.status) is distinct from
        (now_is.name, now_is.email, now_is.roll_no, now_is.status))
  $sql$ into subject_ids;
  perform rosters_changed(subject_ids);
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.subjects_by_parts(search text, most integer)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
BEGIN ATOMIC
 SELECT subjects.id
    FROM subjects
   WHERE ((key_parts(subjects.search_key) @> key_parts(search_key(subjects_by_parts.search))) OR (key_parts(subjects.search_key) @> key_parts(phone_pattern(subjects_by_parts.search))))
  LIMIT subjects_by_parts.most;
END
;

CREATE OR REPLACE FUNCTION public.tenths_present(present integer, classes integer)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((((2000 * (present)::bigint) + classes) / (2 * classes)))::smallint
;

CREATE OR REPLACE FUNCTION public.trail_details(entry trail)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN COALESCE(((entry).details)::text, ''::text)
;

CREATE OR REPLACE FUNCTION public.trail_origin(entry trail)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (jsonb_build_array((entry).address, (entry).browser))::text
;

CREATE OR REPLACE FUNCTION public.uncounted_subjects(of_term bigint, on_day date)
 RETURNS TABLE(subject_id bigint, changes integer, roster_version integer)
 LANGUAGE sql
 STABLE
AS $function$
  select subjects.id, coalesce(tally.changes, 0), coalesce(roster.version, 0)
  from subjects
  left join subject_tallies tally on tally.subject_id = subjects.id
  left join roster_versions roster on roster.subject_id = subjects.id
  left join subject_percentages counted on counted.subject_id = subjects.id
  where subjects.term_id = of_term
    and (counted.changes is distinct from coalesce(tally.changes, 0)
      or counted.roster_version is distinct from coalesce(roster.version, 0)
      or not counted.days @> on_day)
$function$
;

CREATE OR REPLACE FUNCTION public.univ_id_of(of_role text, in_year integer, number bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN (((CASE of_role WHEN 'student'::text THEN 'S'::text ELSE 'F'::text END || in_year) || '-'::text) || lpad((number)::text, GREATEST(CASE of_role WHEN 'student'::text THEN 6 ELSE 4 END, length((number)::text)), '0'::text))
;

CREATE OR REPLACE FUNCTION public.work_is_returned()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from unreturned_work where assignment_id = new.assignment_id and student_id = new.student_id;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.work_is_unreturned()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into unreturned_work values (new.assignment_id, new.student_id) on conflict do nothing;
  return null;
end
$function$
;


-- Triggers

CREATE TRIGGER assignment_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.assignment_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER assignment_extensions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.assignment_extensions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER book_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.book_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER book_copies_added_kept AFTER INSERT ON public.book_copies REFERENCING NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION keep_copies_changes();

CREATE TRIGGER book_copies_removed_kept AFTER UPDATE ON public.book_copies REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION keep_copies_changes();

CREATE TRIGGER books_changes_kept AFTER UPDATE ON public.books REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION keep_changes('book_changes', 'book_id', 'id', 'created_by=', 'created_at=', 'retired_at=retired?', 'retired_by=', 'imported=');

CREATE TRIGGER calendars_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.calendars FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER campus_settings_stay BEFORE DELETE OR TRUNCATE ON public.campus_settings FOR EACH STATEMENT EXECUTE FUNCTION keep_campus_settings();

CREATE TRIGGER campus_settings_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.campus_settings_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER class_sessions_kept_when_added AFTER INSERT ON public.class_sessions FOR EACH ROW WHEN ((new.version > 0)) EXECUTE FUNCTION keep_marks();

CREATE TRIGGER class_sessions_kept_when_changed AFTER UPDATE ON public.class_sessions FOR EACH ROW WHEN (((old.present IS DISTINCT FROM new.present) OR ((old.remarks IS DISTINCT FROM new.remarks) AND (NOT erasing())))) EXECUTE FUNCTION keep_marks();

CREATE TRIGGER class_sessions_stay BEFORE DELETE OR TRUNCATE ON public.class_sessions FOR EACH STATEMENT EXECUTE FUNCTION refuse_taking_away();

CREATE TRIGGER class_submissions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.class_submissions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER next_version BEFORE UPDATE ON public.departments FOR EACH ROW EXECUTE FUNCTION next_version();

CREATE TRIGGER enrolments_added_to_rosters AFTER INSERT ON public.enrolments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION enrolments_change_rosters();

CREATE TRIGGER enrolments_changed_in_rosters AFTER UPDATE ON public.enrolments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION enrolments_change_rosters();

CREATE TRIGGER enrolments_do_not_overlap_when_added AFTER INSERT ON public.enrolments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_overlapping_enrolments();

CREATE TRIGGER enrolments_do_not_overlap_when_changed AFTER UPDATE ON public.enrolments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_overlapping_enrolments();

CREATE TRIGGER enrolments_taken_from_rosters AFTER DELETE ON public.enrolments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION enrolments_change_rosters();

CREATE TRIGGER event_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.event_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audience_spelled BEFORE INSERT OR UPDATE OF audience_course, audience_branch ON public.events FOR EACH ROW WHEN ((new.audience_course IS NOT NULL)) EXECUTE FUNCTION spell_audience();

CREATE TRIGGER exam_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.exam_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER exam_result_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.exam_result_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER faculty_changes_kept AFTER UPDATE ON public.faculty REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION keep_changes('person_changes', 'person_id', 'person_id', 'role=', 'department_id=');

CREATE TRIGGER teachers_spelled BEFORE INSERT OR UPDATE OF department ON public.faculty FOR EACH ROW EXECUTE FUNCTION spell_teacher();

CREATE TRIGGER grading_scale_grades_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.grading_scale_grades FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER grading_scales_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.grading_scales FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE CONSTRAINT TRIGGER grading_scales_begin_at_0 AFTER INSERT ON public.grading_scales DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_lowest_grade();

CREATE TRIGGER hand_in_files_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.hand_in_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER hand_in_mark_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.hand_in_mark_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER reopened AFTER UPDATE OF returned_at ON public.hand_in_marks FOR EACH ROW WHEN ((new.returned_at IS NULL)) EXECUTE FUNCTION work_is_unreturned();

CREATE TRIGGER returned AFTER INSERT OR UPDATE OF returned_at ON public.hand_in_marks FOR EACH ROW WHEN ((new.returned_at IS NOT NULL)) EXECUTE FUNCTION work_is_returned();

CREATE TRIGGER hand_ins_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.hand_ins FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER handed_in AFTER INSERT ON public.hand_ins FOR EACH ROW WHEN ((new.version = 1)) EXECUTE FUNCTION work_is_unreturned();

CREATE TRIGGER loan_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.loan_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER people_changes_kept AFTER UPDATE ON public.people REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION keep_changes('person_changes', 'person_id', 'id', 'role=', 'contact_no=', 'contact_phone=contactNo', 'identity_issuer=', 'identity_subject=', 'valid_from=', 'created_at=', 'updated_at=', 'erased_at=erased?', 'came_in_at=', 'created_by=', 'removed_at=removed?');

CREATE TRIGGER people_relisted AFTER UPDATE ON public.people REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION relist_changed_people();

CREATE TRIGGER person_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.person_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER profile_images_change_kept AFTER UPDATE ON public.profile_images FOR EACH ROW WHEN ((old.digest <> new.digest)) EXECUTE FUNCTION keep_picture_changes();

CREATE TRIGGER profile_images_first_kept AFTER INSERT ON public.profile_images FOR EACH ROW EXECUTE FUNCTION keep_picture_changes();

CREATE TRIGGER next_version BEFORE UPDATE ON public.programmes FOR EACH ROW EXECUTE FUNCTION next_version();

CREATE TRIGGER record_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.record_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER seats_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.seats FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER students_changed_in_rosters AFTER UPDATE ON public.student_directory REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION students_change_rosters();

CREATE TRIGGER students_changes_kept AFTER UPDATE ON public.students REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION keep_changes('person_changes', 'person_id', 'person_id', 'role=', 'programme_id=', 'branch_id=', 'parent_contact_no=', 'parent_contact_phone=parentContactNo');

CREATE TRIGGER students_listed AFTER INSERT ON public.students REFERENCING NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION list_new_students();

CREATE TRIGGER students_relisted AFTER UPDATE ON public.students REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION relist_changed_students();

CREATE TRIGGER students_spelled BEFORE INSERT OR UPDATE OF course, branch ON public.students FOR EACH ROW EXECUTE FUNCTION spell_student();

CREATE TRIGGER audience_spelled BEFORE INSERT OR UPDATE OF audience_course, audience_branch ON public.subjects FOR EACH ROW WHEN ((new.audience_course IS NOT NULL)) EXECUTE FUNCTION spell_audience();

CREATE TRIGGER trail_append_only BEFORE DELETE OR TRUNCATE ON public.trail FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER trail_kept BEFORE UPDATE ON public.trail FOR EACH ROW EXECUTE FUNCTION keep_trail();

CREATE TRIGGER trail_checks_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.trail_checks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER trail_segments_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.trail_segments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A text as words without case, accents and punctuation, separated by single spaces.
create function book_words(given text) returns text
language sql immutable strict parallel safe
return trim(regexp_replace(search_key(given) collate campus_name, '[^[:alnum:]]+', ' ', 'g')) collate "C";

-- Every word of the search begins a word of the book; a search without words finds nothing.
create function book_query(search text) returns tsquery
language sql immutable strict parallel safe
return to_tsquery('simple'::regconfig,
  regexp_replace(replace(book_words(search), ' ', ':* & '), '(\S)$', '\1:*'));

-- A title of the catalogue. `isbn` is always the 13 digits, also where the book has an older number.
create table books (
  id bigint generated always as identity primary key,
  title text collate campus_name not null check (title <> ''),
  author text collate campus_name not null check (author <> ''),
  isbn text check (isbn ~ '^97[89][0-9]{10}$'),
  shelf text collate campus_natural,
  year integer check (year between 1000 and 2199),
  created_by bigint not null references people (id),
  created_at timestamptz not null default now(),
  -- Out of the catalogue; its loans stay on record.
  retired_at timestamptz,
  retired_by bigint references people (id),
  search_words tsvector not null generated always as (to_tsvector('simple'::regconfig,
    book_words(title collate "C" || ' ' || author collate "C" || ' ' || coalesce(isbn, '')))) stored,
  check ((retired_at is null) = (retired_by is null))
);
create unique index books_isbn on books (isbn) where retired_at is null;
create index books_by_title on books (title, id) where retired_at is null;
create index books_by_words on books using gin (search_words);

-- What stands on the shelf. Its code on the label is the book's id and its number: 1042-2.
create table book_copies (
  id bigint generated always as identity primary key,
  book_id bigint not null references books (id),
  number integer not null check (number >= 1),
  -- Lost, worn out or given away: no longer counted and never lent.
  removed_at timestamptz,
  unique (book_id, number),
  unique (book_id, id)
);

create table loans (
  id bigint generated always as identity primary key,
  copy_id bigint not null references book_copies (id),
  person_id bigint not null references people (id),
  lent_on date not null,
  due_on date not null,
  renewals integer not null default 0 check (renewals >= 0),
  lent_by bigint not null references people (id),
  returned_on date,
  returned_to bigint references people (id),
  check (due_on >= lent_on),
  check (returned_on >= lent_on),
  check ((returned_on is null) = (returned_to is null))
);
-- Two people never have the same copy.
create unique index loans_one_per_copy on loans (copy_id) where returned_on is null;
create index loans_open_by_person on loans (person_id) where returned_on is null;
create index loans_open_by_due on loans (due_on, id) where returned_on is null;
create index loans_by_copy on loans (copy_id, id);

-- Lent, renewed, returned: for good.
create table loan_events (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loans (id),
  kind text not null check (kind in ('lent', 'renewed', 'returned')),
  due_on date not null,
  done_by bigint not null references people (id),
  done_at timestamptz not null default now()
);
create index loan_events_by_loan on loan_events (loan_id, id);
create trigger loan_events_append_only
  before update or delete or truncate on loan_events
  for each statement execute function refuse_change();

-- The queue of a book: whoever asked first is first. With `copy_id` a copy is held at the desk.
create table reservations (
  id bigint generated always as identity primary key,
  book_id bigint not null references books (id),
  person_id bigint not null references people (id),
  made_at timestamptz not null default now(),
  copy_id bigint,
  held_until date,
  ended_at timestamptz,
  outcome text check (outcome in ('lent', 'cancelled', 'lapsed')),
  foreign key (book_id, copy_id) references book_copies (book_id, id),
  check ((copy_id is null) = (held_until is null)),
  check ((ended_at is null) = (outcome is null))
);
create unique index reservations_once_per_person on reservations (book_id, person_id) where ended_at is null;
create unique index reservations_one_per_copy on reservations (copy_id) where ended_at is null;
create index reservations_open_by_person on reservations (person_id) where ended_at is null;
create index reservations_open_by_hold on reservations (held_until) where ended_at is null;

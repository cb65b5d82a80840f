-- Added by a file.
alter table books add column imported boolean not null default false;

-- Every change of a book and of the number of its copies, for good; triggers write it. The number of the
-- last one is the book's version. Who added a book, and when, is in `books`. Fields as the wire names them.
create table book_changes (
  id bigint generated always as identity primary key,
  book_id bigint not null references books (id),
  field text not null
    check (field in ('title', 'author', 'isbn', 'copies', 'shelf', 'year', 'retired')),
  before text,
  after text,
  -- Changed by a file: the transaction says so, in the setting campus.import.
  imported boolean not null default false,
  changed_by bigint references people (id),
  changed_at timestamptz not null default now(),
  check (before is distinct from after)
);
create index book_changes_by_book on book_changes (book_id, id);
create trigger book_changes_append_only
  before update or delete or truncate on book_changes
  for each statement execute function refuse_change();

create function from_a_file() returns boolean
language sql stable
return coalesce(current_setting('campus.import', true), '') = 'on';

-- The statements of both triggers are planned anew each time: a plan made for one book would take hours
-- for a file of 50,000.
create function keep_book_changes() returns trigger
language plpgsql as $$
begin
  execute $sql$
    insert into book_changes (book_id, field, before, after, imported, changed_by)
    select now_is.id, field, before, after, from_a_file(), current_actor()
    from was join now_is using (id), lateral (values
      (1, 'title', was.title collate "C", now_is.title collate "C"),
      (2, 'author', was.author, now_is.author),
      (3, 'isbn', was.isbn, now_is.isbn),
      (4, 'shelf', was.shelf, now_is.shelf),
      (5, 'year', was.year::text, now_is.year::text),
      (6, 'retired', (was.retired_at is not null)::text, (now_is.retired_at is not null)::text)
    ) as compared (place, field, before, after)
    where before is distinct from after
    order by now_is.id, place
  $sql$;
  return null;
end
$$;
create trigger books_changes_kept
  after update on books referencing old table as was new table as now_is
  for each statement execute function keep_book_changes();

-- The copies a book is added with are no change of it.
create function keep_copies_changes() returns trigger
language plpgsql as $$
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
$$;
create trigger book_copies_added_kept
  after insert on book_copies referencing new table as now_is
  for each statement execute function keep_copies_changes();
create trigger book_copies_removed_kept
  after update on book_copies referencing old table as was new table as now_is
  for each statement execute function keep_copies_changes();

-- What makes two rows without an ISBN the same book: the title and the author, whatever their case and
-- accents, and the year.
create function book_key(title text, author text, year integer) returns text
language sql immutable parallel safe
return search_key(title) || E'\n' || search_key(author) || E'\n' || coalesce(year::text, '');

-- One vocabulary for every history of a record: a field, before, after.
alter table assignment_changes rename column previous to before;
alter table assignment_changes rename column value to after;
alter table event_changes rename column previous to before;
alter table event_changes rename column value to after;
alter table exam_changes rename column previous to before;
alter table exam_changes rename column value to after;
alter table record_changes rename column previous to before;
alter table record_changes rename column value to after;

alter table person_changes alter column changed_by set default current_actor();
alter table book_changes
  alter column changed_by set default current_actor(),
  alter column imported set default from_a_file();

-- Keeps what an update changes, column by column, as `keep_changes(history, its record, the key, rules...)`. Every column
-- is kept as the field of the same name in camel case, also one that is added later, unless a rule says otherwise:
-- `column=field` names it, `column=field?` keeps whether there is a value, `column=` leaves it out.
-- The comparison is written anew for each statement, because PostgreSQL would keep the plan of one for a single record
-- for a whole file as well.
create function keep_changes() returns trigger language plpgsql set datestyle to 'ISO' as $$
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
$$;

drop trigger people_changes_kept on people;
create trigger people_changes_kept after update on people
  referencing old table as was new table as now_is for each statement
  execute function keep_changes('person_changes', 'person_id', 'id', 'role=', 'contact_no=',
    'contact_phone=contactNo', 'identity_issuer=', 'identity_subject=', 'valid_from=', 'created_at=',
    'updated_at=');
drop trigger students_changes_kept on students;
create trigger students_changes_kept after update on students
  referencing old table as was new table as now_is for each statement
  execute function keep_changes('person_changes', 'person_id', 'person_id', 'role=',
    'parent_contact_no=', 'parent_contact_phone=parentContactNo');
drop trigger faculty_changes_kept on faculty;
create trigger faculty_changes_kept after update on faculty
  referencing old table as was new table as now_is for each statement
  execute function keep_changes('person_changes', 'person_id', 'person_id', 'role=');
drop trigger books_changes_kept on books;
create trigger books_changes_kept after update on books
  referencing old table as was new table as now_is for each statement
  execute function keep_changes('book_changes', 'book_id', 'id', 'created_by=', 'created_at=',
    'retired_at=retired?', 'retired_by=', 'imported=');

drop function keep_people_changes();
drop function keep_students_changes();
drop function keep_faculty_changes();
drop function keep_book_changes();

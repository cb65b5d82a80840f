-- Whose picture was changed, by whom and when, beside the other changes of a person's record: by the
-- digests of the pictures, which are themselves not kept.
create function keep_picture_changes() returns trigger
language plpgsql as $$
begin
  insert into person_changes (person_id, field, before, after, changed_by)
  values (new.person_id, 'profileImage', case when tg_op = 'UPDATE' then old.digest end, new.digest,
    new.stored_by);
  return null;
end
$$;
create trigger profile_images_first_kept
  after insert on profile_images
  for each row execute function keep_picture_changes();
create trigger profile_images_change_kept
  after update on profile_images
  for each row when (old.digest <> new.digest) execute function keep_picture_changes();

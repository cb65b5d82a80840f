-- What records said at the end of a day: read from the changes since, a few pages, instead of all of ten years. Changes stand
-- in the order of their time but for those of erased people, which is why each range may have several parts.
create index person_changes_by_time on person_changes using brin (changed_at timestamptz_minmax_multi_ops)
  with (autosummarize = on);

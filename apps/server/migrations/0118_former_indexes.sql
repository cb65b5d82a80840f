-- Replaced by those of 0111 and 0114. Alone: while a long transaction reads these tables, this is tried again and again, and
-- building indexes keeps writers waiting each time.
drop index exams_by_day;
drop index loans_open_by_person;
drop index reservations_open_by_person;

-- Who helps in a section may grade its students.
alter table subject_teachers drop constraint subject_teachers_mark_sections;

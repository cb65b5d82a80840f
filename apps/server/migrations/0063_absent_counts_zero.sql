-- Whether an exam that a student missed counts as 0 marks, and not in nothing.
alter table campus_settings add column absent_counts_zero boolean not null default false;

-- What a term was closed with, so that its sheets read as they were printed; null until it is closed.
alter table terms add column absent_counts_zero boolean;
update terms set absent_counts_zero = false where closed_at is not null;

create view terms_counting_absence as
  select terms.id as term_id from terms
  where coalesce(terms.absent_counts_zero, (select absent_counts_zero from campus_settings));

-- `counted_marks` are those of a score: null counts in nothing.
create or replace view published_exam_results as
  select exam.id as exam_id, exam.subject_id, exam.title, exam.held_on, exam.max_marks,
    exam.published_at, result.student_id, result.marks, result.absent,
    case
      when not result.absent then result.marks
      -- Refers to no row of the results, so it is read once.
      when exam.subject_id in (
        select subjects.id from subjects
        where subjects.term_id in (select term_id from terms_counting_absence)) then 0
    end as counted_marks
  from exams exam
  join exam_results result on result.exam_id = exam.id
  where exam.published_at is not null;

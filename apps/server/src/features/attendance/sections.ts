/** Whether a student is or was enrolled in one of the sections, a parameter; where that is null: always. */
export const isOfSections = (
  sections: string,
  of: { readonly subject: string; readonly student: string },
): string => `(${sections}::bigint[] is null or exists (
  select from enrolments where enrolments.subject_id = ${of.subject}
    and enrolments.student_id = ${of.student} and section_id = any(${sections})))`;

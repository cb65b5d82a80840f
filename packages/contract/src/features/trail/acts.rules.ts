/** The kinds of record an act can be about. */
export const actRecords = [
  'person',
  'subject',
  'term',
  'exam',
  'assignment',
  'book',
  'event',
  'announcement',
  'programme',
  'department',
] as const;
export type ActRecord = (typeof actRecords)[number];

interface Act {
  /** What the act is about; null for the campus as a whole. */
  readonly about: ActRecord | null;
  /** Its name in a list to choose from. */
  readonly label: string;
  /** The words between the person and the record in a sentence. */
  readonly words: string;
  /** Reading a record that not everyone may see. There are many, so they are written in batches. */
  readonly read?: true;
}

/** The closed list of acts in the audit trail. A kind that has been recorded is never renamed. */
// oxfmt-ignore
export const acts = {
  signed_in: { about: null, label: 'Signed in', words: 'signed in' },
  sign_in_failed: { about: 'person', label: 'Sign-in failed', words: 'failed to sign in as' },
  signed_out: { about: null, label: 'Signed out', words: 'signed out' },
  password_chosen: { about: null, label: 'First password chosen', words: 'chose a first password' },
  password_reset: { about: null, label: 'Password reset', words: 'chose a new password using a link' },
  password_changed: { about: null, label: 'Password changed', words: 'changed their password' },
  factor_added: { about: null, label: 'Second factor set up', words: 'set up a second factor' },
  factor_removed: { about: null, label: 'Second factor turned off', words: 'turned off their second factor' },
  recovery_codes_renewed: { about: null, label: 'Recovery codes renewed', words: 'generated new recovery codes' },
  own_sessions_ended: { about: null, label: 'Own sessions ended', words: 'ended their other sessions' },
  device_admitted: { about: null, label: 'Device admitted', words: 'admitted a device using a link' },

  administrator_added: { about: 'person', label: 'Administrator added', words: 'added the administrator' },
  administrator_duty_changed: { about: 'person', label: 'Duty changed', words: 'changed the duty of the administrator' },
  account_invited: { about: 'person', label: 'Invitation sent', words: 'sent an invitation to' },
  people_invited: { about: null, label: 'Invitations sent', words: 'sent invitations to all who needed one' },
  account_deactivated: { about: 'person', label: 'Account deactivated', words: 'deactivated the account of' },
  account_reactivated: { about: 'person', label: 'Account reactivated', words: 'reactivated the account of' },
  sessions_ended: { about: 'person', label: 'Sessions ended', words: 'ended the sessions of' },
  factor_reset: { about: 'person', label: 'Second factor reset', words: 'reset the second factor of' },
  university_account_unlinked: { about: 'person', label: 'University account unlinked', words: 'unlinked the university account of' },

  student_added: { about: 'person', label: 'Student added', words: 'added the student' },
  student_changed: { about: 'person', label: 'Student changed', words: 'changed the record of' },
  teacher_added: { about: 'person', label: 'Teacher added', words: 'added the teacher' },
  teacher_changed: { about: 'person', label: 'Teacher changed', words: 'changed the record of' },
  email_changed: { about: 'person', label: 'E-mail changed', words: 'changed the e-mail of' },
  picture_changed: { about: 'person', label: 'Picture changed', words: 'changed the picture of' },
  student_withdrawn: { about: 'person', label: 'Student withdrawn', words: 'withdrew' },
  student_reinstated: { about: 'person', label: 'Student reinstated', words: 'reinstated' },
  subjects_handed_over: { about: 'person', label: 'Subjects handed over', words: 'handed over the subjects of' },
  students_changed: { about: null, label: 'Students changed', words: 'changed students' },
  students_withdrawn: { about: null, label: 'Students withdrawn', words: 'withdrew students' },
  students_on_leave: { about: null, label: 'Students on leave', words: 'put students on leave' },
  students_returned: { about: null, label: 'Students returned', words: 'brought students back' },
  students_transferred: { about: null, label: 'Students’ programme changed', words: 'changed the programme of students' },
  students_graduated: { about: null, label: 'Students graduated', words: 'graduated students' },
  students_repeat: { about: null, label: 'Students repeat', words: 'had students repeat the semester' },
  students_enrolled: { about: 'subject', label: 'Students enrolled', words: 'enrolled students in' },
  students_dropped: { about: 'subject', label: 'Students dropped', words: 'dropped students from' },
  students_invited: { about: null, label: 'Students invited', words: 'sent invitations to students' },
  students_batch_undone: { about: null, label: 'Change to students undone', words: 'undid a change to students' },
  students_imported: { about: null, label: 'Students imported', words: 'imported students' },
  teachers_imported: { about: null, label: 'Teachers imported', words: 'imported teachers' },
  students_compared: { about: null, label: 'Students compared', words: 'compared a file with the records of students', read: true },
  teachers_compared: { about: null, label: 'Teachers compared', words: 'compared a file with the records of teachers', read: true },
  move_in_compared: { about: null, label: 'Records compared', words: 'compared a file with marks or results', read: true },
  moved_in: { about: null, label: 'Records moved in', words: 'moved in records from a file' },
  move_in_undone: { about: null, label: 'Move-in undone', words: 'undid the move-in of a file' },
  moved_out: { about: null, label: 'Records exported', words: 'exported all records of a kind' },
  import_undone: { about: null, label: 'Import undone', words: 'undid an import of people' },
  students_exported: { about: null, label: 'Students exported', words: 'exported the list of students' },
  person_read: { about: 'person', label: 'Record read', words: 'read the record of', read: true },
  person_exported: { about: 'person', label: 'Personal data exported', words: 'exported the personal data of' },
  own_data_exported: { about: null, label: 'Own data exported', words: 'exported their own data' },
  person_erased: { about: 'person', label: 'Person erased', words: 'erased' },
  old_data_removed: { about: null, label: 'Old data removed', words: 'removed data older than its retention period' },
  history_read: { about: 'person', label: 'History read', words: 'read the history of', read: true },
  changes_read: { about: null, label: 'Changes read', words: 'read in the audit trail what was changed in people’s records', read: true },

  corrections_read: { about: null, label: 'Corrections read', words: 'read correction requests', read: true },
  student_corrections_read: { about: 'person', label: 'Student’s corrections read', words: 'read the correction requests about', read: true },
  correction_requested: { about: 'person', label: 'Correction requested', words: 'requested a correction to the record of' },
  correction_approved: { about: 'person', label: 'Correction approved', words: 'approved a correction to the record of' },
  correction_refused: { about: 'person', label: 'Correction refused', words: 'refused a correction to the record of' },

  programme_added: { about: 'programme', label: 'Programme added', words: 'added the programme' },
  programme_changed: { about: 'programme', label: 'Programme changed', words: 'changed the programme' },
  programme_deleted: { about: null, label: 'Programme deleted', words: 'deleted a programme' },
  department_added: { about: 'department', label: 'Department added', words: 'added the department' },
  department_changed: { about: 'department', label: 'Department changed', words: 'changed the department' },
  department_deleted: { about: null, label: 'Department deleted', words: 'deleted a department' },
  spellings_merged: { about: null, label: 'Spellings merged', words: 'merged spellings of programmes, branches or departments' },

  subject_created: { about: 'subject', label: 'Subject created', words: 'created the subject' },
  subject_changed: { about: 'subject', label: 'Subject changed', words: 'changed the subject' },
  subject_audience_changed: { about: 'subject', label: 'Audience changed', words: 'changed the audience of' },
  helper_added: { about: 'subject', label: 'Helper added', words: 'added a helper to' },
  helper_removed: { about: 'subject', label: 'Helper removed', words: 'removed a helper from' },
  section_added: { about: 'subject', label: 'Section added', words: 'added a section to' },
  section_renamed: { about: 'subject', label: 'Section renamed', words: 'renamed a section of' },
  section_removed: { about: 'subject', label: 'Section removed', words: 'removed a section from' },
  section_students_divided: { about: 'subject', label: 'Students divided', words: 'divided the students among the sections of' },
  enrolment_moved: { about: 'person', label: 'Moved to a section', words: 'changed the section of' },
  subject_deleted: { about: 'subject', label: 'Subject deleted', words: 'deleted the subject' },
  student_enrolled: { about: 'person', label: 'Student enrolled', words: 'enrolled' },
  enrolment_ended: { about: 'person', label: 'Enrolment ended', words: 'ended the enrolment of' },
  term_created: { about: 'term', label: 'Term created', words: 'created the term' },
  term_changed: { about: 'term', label: 'Term changed', words: 'changed the term' },
  term_opened: { about: 'term', label: 'Term opened', words: 'opened the term' },
  term_closed: { about: 'term', label: 'Term closed', words: 'closed the term' },
  term_reopened: { about: 'term', label: 'Closing undone', words: 'undid the closing of' },
  subjects_carried: { about: 'term', label: 'Subjects carried over', words: 'carried subjects over into' },
  term_deleted: { about: 'term', label: 'Term deleted', words: 'deleted the term' },
  attendance_submitted: { about: 'subject', label: 'Attendance submitted', words: 'submitted attendance for' },

  exam_created: { about: 'exam', label: 'Exam created', words: 'created the exam' },
  exam_changed: { about: 'exam', label: 'Exam changed', words: 'changed the exam' },
  exam_deleted: { about: 'exam', label: 'Exam deleted', words: 'deleted the exam' },
  exam_published: { about: 'exam', label: 'Exam published', words: 'published the results of' },
  exam_unpublished: { about: 'exam', label: 'Exam unpublished', words: 'unpublished the results of' },
  results_saved: { about: 'exam', label: 'Exam marks saved', words: 'saved marks for' },
  results_imported: { about: 'exam', label: 'Exam marks imported', words: 'imported marks for' },
  results_exported: { about: 'exam', label: 'Exam marks exported', words: 'exported the marks of' },
  result_sheet_read: { about: 'person', label: 'Result sheet read', words: 'read the result sheet of', read: true },
  result_sheets_read: { about: 'subject', label: 'Result sheets read', words: 'read the result sheets of', read: true },
  grading_scale_set: { about: null, label: 'Grading scale changed', words: 'changed the grading scale' },

  assignment_created: { about: 'assignment', label: 'Assignment created', words: 'created the assignment' },
  assignment_changed: { about: 'assignment', label: 'Assignment changed', words: 'changed the assignment' },
  assignment_deleted: { about: 'assignment', label: 'Assignment deleted', words: 'deleted the assignment' },
  handed_in: { about: 'person', label: 'Work handed in', words: 'handed in the work of' },
  hand_in_marked: { about: 'person', label: 'Work marked', words: 'marked the work of' },
  deadline_extended: { about: 'person', label: 'Deadline extended', words: 'extended a deadline for' },
  extension_ended: { about: 'person', label: 'Extension cancelled', words: 'cancelled a deadline extension for' },
  phrases_set: { about: null, label: 'Phrases changed', words: 'changed their phrases for comments' },
  hand_in_returned: { about: 'person', label: 'Work returned', words: 'returned the work of' },
  hand_in_reopened: { about: 'person', label: 'Work reopened', words: 'reopened the work of' },
  hand_ins_returned: { about: 'assignment', label: 'All work returned', words: 'returned all work for' },
  hand_ins_downloaded: { about: 'assignment', label: 'Work downloaded', words: 'downloaded the work for' },

  book_added: { about: 'book', label: 'Book added', words: 'added the book' },
  book_changed: { about: 'book', label: 'Book changed', words: 'changed the book' },
  books_imported: { about: null, label: 'Books imported', words: 'imported books' },
  books_exported: { about: null, label: 'Books exported', words: 'exported the list of books' },
  book_lent: { about: 'person', label: 'Book lent', words: 'lent a book to' },
  loan_renewed: { about: 'person', label: 'Loan renewed', words: 'renewed a loan for' },
  book_returned: { about: 'person', label: 'Book returned', words: 'took back a book from' },
  book_reserved: { about: 'book', label: 'Book reserved', words: 'reserved the book' },
  reservation_cancelled: { about: 'book', label: 'Reservation cancelled', words: 'cancelled a reservation for the book' },

  announcement_sent: { about: 'announcement', label: 'Announcement sent', words: 'sent the announcement' },
  announcement_deleted: { about: 'announcement', label: 'Announcement deleted', words: 'deleted the announcement' },
  event_created: { about: 'event', label: 'Event created', words: 'created the event' },
  event_changed: { about: 'event', label: 'Event changed', words: 'changed the event' },
  event_deleted: { about: 'event', label: 'Event deleted', words: 'deleted the event' },
  calendar_uploaded: { about: null, label: 'Calendar uploaded', words: 'uploaded the academic calendar' },
  calendar_address_renewed: { about: null, label: 'Calendar address renewed', words: 'renewed their calendar address' },
  calendar_address_revoked: { about: null, label: 'Calendar address revoked', words: 'revoked their calendar address' },
  class_info_uploaded: { about: 'person', label: 'Class info uploaded', words: 'uploaded class info' },
  class_info_removed: { about: 'person', label: 'Class info removed', words: 'removed class info' },

  settings_changed: { about: null, label: 'Settings changed', words: 'changed the settings' },
  backup_made: { about: null, label: 'Backup taken', words: 'took a backup' },
  backup_restored: { about: null, label: 'Backup restored', words: 'restored a backup' },
  loans_exported: { about: null, label: 'Loans exported', words: 'exported the list of loans' },
  reservations_exported: { about: null, label: 'Reservations exported', words: 'exported the list of reservations' },
  teachers_exported: { about: null, label: 'Teachers exported', words: 'exported the list of teachers' },
  low_attendance_exported: { about: null, label: 'Low attendance exported', words: 'exported the list of students with low attendance' },
  exams_exported: { about: null, label: 'Exams exported', words: 'exported the list of exams' },
  assignments_exported: { about: null, label: 'Assignments exported', words: 'exported the list of assignments' },
  hand_ins_exported: { about: 'assignment', label: 'Hand-ins exported', words: 'exported the hand-ins and marks of' },
  programmes_exported: { about: null, label: 'Programmes exported', words: 'exported the list of programmes' },
  departments_exported: { about: null, label: 'Departments exported', words: 'exported the list of departments' },
  events_exported: { about: null, label: 'Event changes exported', words: 'exported the changes to events' },
  corrections_exported: { about: null, label: 'Corrections exported', words: 'exported the list of corrections' },
  announcements_exported: { about: null, label: 'Announcements exported', words: 'exported the announcements' },
  terms_exported: { about: null, label: 'Terms exported', words: 'exported the list of terms' },
  administrators_exported: { about: null, label: 'Administrators exported', words: 'exported the list of administrators' },
  roster_exported: { about: 'subject', label: 'Roster exported', words: 'exported a class roster of' },
  day_exported: { about: null, label: 'Attendance of a day exported', words: 'exported the attendance of a day' },
  sheet_exported: { about: 'subject', label: 'Attendance sheet exported', words: 'exported the attendance sheet of' },
  subjects_exported: { about: null, label: 'Subjects exported', words: 'exported the list of subjects' },
  leavers_exported: { about: 'term', label: 'Leavers exported', words: 'exported the leavers of' },
  student_subjects_exported: { about: 'person', label: 'Subjects of a student exported', words: 'exported the subjects of' },
  student_attendance_exported: { about: 'person', label: 'Attendance of a student exported', words: 'exported the attendance of' },
  enrolments_exported: { about: 'subject', label: 'Enrolments exported', words: 'exported the enrolments of' },
  performance_exported: { about: null, label: 'Performance exported', words: 'exported the scores of students' },
  report_exported: { about: null, label: 'Report exported', words: 'exported a report' },
  trail_exported: { about: null, label: 'Trail exported', words: 'exported the audit trail' },
} as const satisfies Readonly<Record<string, Act>>;

export type ActKind = keyof typeof acts;
export const actKinds = Object.keys(acts) as [ActKind, ...ActKind[]];

/** A newer version, beside this one or before it, may have recorded kinds unknown here. */
const known: Readonly<Record<string, Act | undefined>> = acts;

export const actRecordOf = (kind: ActKind): ActRecord | null => known[kind]?.about ?? null;
export const isReadAct = (kind: ActKind): boolean => 'read' in acts[kind];

/** What an act is called. */
export const actNamed = (kind: string): Pick<Act, 'label' | 'words'> =>
  known[kind] ?? { label: kind, words: `did “${kind}”:` };

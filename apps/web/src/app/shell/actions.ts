import {
  administrators,
  announcements,
  assignments,
  attendance,
  calendar,
  catalogue,
  corrections,
  exams,
  lending,
  moveIn,
  people,
  programmes,
  type Role,
  subjects,
  terms,
} from '@campus/contract';
import {
  type Icon,
  IconBook2,
  IconBooks,
  IconCalendarCheck,
  IconCalendarTime,
  IconClipboardText,
  IconFileCertificate,
  IconFingerprint,
  IconLayoutDashboard,
  IconSchool,
  IconShieldLock,
  IconSpeakerphone,
  IconTruck,
  IconUserCircle,
  IconUserCog,
  IconUserEdit,
  IconUsers,
} from '@tabler/icons-react';
import type { Needed } from '../../lib/may-call.tsx';
import type { AreaLink } from './links.ts';

/** An action, and the page of the area where it is done. */
type Action = readonly [title: string, path: string, icon: Icon, needs?: Needed];

const work: readonly Action[] = [
  ['Add Exam', 'exams', IconFileCertificate, exams.createExam],
  ['Add Assignment', 'assignments', IconClipboardText, assignments.createAssignment],
];
const own: readonly Action[] = [
  ['Change Password', 'security', IconFingerprint],
  ['Set up a second factor', 'security', IconFingerprint],
];

/** Pages that the sidebar lacks. */
export const furtherPages: Readonly<Record<Role, readonly AreaLink[]>> = {
  admin: [
    { path: 'programmes', label: 'Programmes', icon: IconSchool },
    { path: 'move-in', label: 'Move in', icon: IconTruck },
    { path: 'move-in/compare', label: 'Compare totals', icon: IconTruck },
    { path: 'library/import', label: 'Import a Catalogue', icon: IconBook2 },
  ],
  teacher: [],
  student: [],
};

/** The actions of each role, named like their buttons. */
export const actions: Readonly<Record<Role, readonly Action[]>> = {
  admin: [
    ['Add Student', 'students', IconUsers, people.createStudent],
    ['Upload a class list', 'students', IconUsers, people.createStudent],
    ['Move in from files of another system', 'move-in', IconTruck, moveIn.undoMoveIn],
    ['Add Faculty', 'teachers', IconSchool, people.createFaculty],
    ['Enroll All Students in a new subject', 'classes', IconBooks, subjects.createForAll],
    ['Send Announcement', 'communication', IconSpeakerphone, announcements.sendAnnouncement],
    ['Update Academic Calendar', 'dashboard', IconLayoutDashboard, calendar.uploadCalendar],
    ['Lend or return a book', 'library', IconBook2, lending.lend],
    ['Add New Book', 'library', IconBook2, catalogue.createBook],
    ['Edit programmes and departments', 'programmes', IconSchool, programmes.createProgramme],
    ['Merge spellings of courses', 'programmes', IconSchool, programmes.merge],
    ['Open or close a term', 'terms', IconCalendarTime, terms.openTerm],
    ['Decide requests for correction', 'corrections', IconUserEdit, corrections.approveCorrection],
    ['Correct Attendance', 'attendance', IconCalendarCheck, attendance.submitAttendance],
    ...work,
    ['Add Administrator', 'administrators', IconShieldLock, administrators.create],
    ...own,
  ],
  teacher: [
    ['Mark Attendance', 'attendance', IconCalendarCheck],
    ...work,
    ['Request a correction of a student’s record', 'students', IconUserEdit],
    ['Change your picture', 'settings', IconUserCog],
    ...own,
  ],
  student: [
    ['Hand in an assignment', 'assignments', IconClipboardText],
    ['Reserve a book', 'library', IconBook2],
    ['Change your picture', 'settings', IconUserCircle],
    ...own,
  ],
};

import { formatDay } from '../../../lib/day.ts';
import type { RecordWords } from '../../../ui/record-edit/draft.ts';

/** What the fields of a record are called on screen. */
export const fieldLabels: Readonly<Record<string, string>> = {
  name: 'Full Name',
  email: 'Email',
  univId: 'University ID',
  rollNo: 'Roll Number',
  course: 'Course',
  branch: 'Branch',
  semester: 'Semester',
  year: 'Year',
  dob: 'Date of Birth',
  gender: 'Gender',
  contactNo: 'Contact Number',
  address: 'Address',
  nationality: 'Nationality',
  bloodGroup: 'Blood Group',
  parentName: 'Parent Name',
  parentContactNo: 'Parent Contact Number',
  parentOccupation: 'Parent Occupation',
  department: 'Department',
  active: 'Account',
  withdrawnOn: 'Withdrawn on',
  profileImage: 'Picture',
  sessions: 'Sessions',
  universityAccount: 'University Account',
  secondFactor: 'Second Factor',
};

/** What happened where no value tells it. */
export const actInWords = (
  field: string,
  before: string | null,
  after: string | null,
): string | null => {
  if (field === 'profileImage') return before === null ? 'Added' : 'Replaced';
  if (field === 'sessions') return 'Ended';
  if (field === 'secondFactor')
    return after === 'operator' ? 'Reset by the operator of the server' : 'Reset';
  return field === 'universityAccount' ? 'Unlinked' : null;
};

/** A value of the history as a person reads it; null for none. */
export const valueInWords = (field: string, value: string | null): string | null => {
  if (value === null || value === '') return null;
  if (field === 'active') return value === 'true' ? 'Active' : 'Deactivated';
  return field === 'dob' || field === 'withdrawnOn' ? formatDay(value) : value;
};

export const recordWords: RecordWords = { labels: fieldLabels, valueInWords };

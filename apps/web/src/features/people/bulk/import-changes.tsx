import type { ImportReport } from '@campus/contract';
import { OrNa } from '../../../ui/na.tsx';
import classes from './import-changes.module.css';

/** What the form calls the fields of the wire. */
const labels: Readonly<Record<string, string>> = {
  name: 'Full Name',
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
};

/** What an update would change, field by field. */
export const ImportChanges = ({ report }: { readonly report: ImportReport }) => (
  <section className={classes['changes']} aria-label="Changes">
    <h2>Changes</h2>
    {/* Can be scrolled with the keys, so it can have the focus. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <ul tabIndex={0} aria-label="Changes">
      {report.changes.map(({ row, email, field, from, to }) => (
        <li key={`${row} ${field}`}>
          <strong>Row {row}</strong> <span>{email}</span> {labels[field] ?? field}:{' '}
          <OrNa value={from} /> becomes{' '}
          <b>
            <OrNa value={to} />
          </b>
        </li>
      ))}
    </ul>
    {report.moreChanges > 0 && <p>{report.moreChanges.toLocaleString('en')} more changes.</p>}
  </section>
);

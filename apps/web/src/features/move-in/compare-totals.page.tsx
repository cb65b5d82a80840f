import { comparedTotalFields, moveIn } from '@campus/contract';
import { Link } from '@tanstack/react-router';
import { BackLink } from '../../ui/back-link.tsx';
import { ListUpload } from '../../ui/list-upload/list-upload.tsx';
import { cellsOf, type UploadList } from '../../ui/list-upload/upload-list.ts';
import { useNotice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import classes from './move-in.module.css';

const totals: UploadList = {
  one: 'total',
  plural: 'totals',
  fileLabel: 'CSV file with totals',
  ...moveIn.totals,
  fields: comparedTotalFields,
  cells: {
    email: 'Student',
    subject: 'Subject',
    classes: 'Classes',
    present: 'Present',
    percent: 'Percent',
  },
  titleOf: cellsOf('email', 'subject'),
  subjectOf: cellsOf('subject'),
  compared: ({ studentId, subjectId }, name) =>
    studentId ? (
      <Link
        to="/admin/students/$studentId/attendance"
        params={{ studentId: String(studentId) }}
        search
      >
        {name}
      </Link>
    ) : (
      <Link to="/admin/classes/$subjectId" params={{ subjectId: String(subjectId) }}>
        {name}
      </Link>
    ),
};

/** Compares the other system's totals with those of Campus. */
export default function CompareTotalsPage() {
  const { notice, showNotice } = useNotice();
  return (
    <Page
      title="Compare totals"
      line="The totals that the other system counted beside those of Campus: what differs is listed, the largest difference first. Nothing is stored."
    >
      <BackLink to="/admin/move-in">Move in</BackLink>
      {notice}
      <Card title="Totals of the other system" flush>
        <p className={classes['needs']}>
          Required: Subject and one of Enrolled, Classes, Present and Percent. A row with a student
          (Student Email, University ID or Roll Number) has that student’s totals in the subject, a
          row without one those of the subject. Optional: Term; without it the open term. At most
          100,000 rows and 32 MB.
        </p>
        <ListUpload list={totals} onUploaded={() => undefined} showNotice={showNotice} />
      </Card>
    </Page>
  );
}

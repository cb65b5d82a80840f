import type { Enrollment } from '@campus/contract';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../lib/count.ts';
import type { Column } from '../../ui/record-table.tsx';

/** Columns for lists of subjects; `roomy` has the classes of cells that only wide lists have room for. */
export const subjectColumns = (roomy: {
  readonly teacher: string | undefined;
  readonly students?: string | undefined;
}): readonly Column<Enrollment>[] => [
  {
    head: 'Name',
    render: ({ id, subjectName }) => (
      <Link to="/admin/classes/$subjectId" params={{ subjectId: id }}>
        {subjectName}
      </Link>
    ),
  },
  { head: 'Code', render: ({ subjectCode }) => subjectCode },
  {
    head: 'Teacher',
    render: ({ teacherName }) => teacherName,
    className: roomy.teacher,
    muted: true,
  },
  {
    head: 'Students',
    render: ({ students }) => formatCount(students),
    alignRight: true,
    className: roomy.students,
  },
];

import type { StudentDetails as Student } from '@campus/contract';
import { formatDay } from '../../../lib/day.ts';
import { Card } from '../../../ui/card.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import classes from './record.module.css';

/** All that is known about a student. */
export const StudentDetails = ({ student }: { readonly student: Student }) => (
  <div className={classes['cards']}>
    <Card title="Academic Information">
      <DefinitionList
        items={[
          ['University ID', student.univId],
          ['Roll Number', student.rollNo],
          ['Course', student.course],
          ['Branch', student.branch],
          ['Semester', student.semester],
          ['Year', student.year],
        ]}
      />
    </Card>
    <Card title="Personal Information">
      <DefinitionList
        items={[
          ['Email', student.email],
          ['Contact Number', student.contactPhone],
          ['Address', student.address],
          ['Date of Birth', student.dob && formatDay(student.dob)],
          ['Gender', student.gender],
          ['Nationality', student.nationality],
          ['Blood Group', student.bloodGroup],
        ]}
      />
    </Card>
    <Card title="Parent">
      <DefinitionList
        items={[
          ['Name', student.parentName],
          ['Contact Number', student.parentContactPhone],
          ['Occupation', student.parentOccupation],
        ]}
      />
    </Card>
  </div>
);

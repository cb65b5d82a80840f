import { IconBooks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../lib/use-session.ts';
import { CardColumns } from '../../ui/card-layout.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { UntilLoaded } from '../../ui/until-loaded.tsx';
import { AddAssignment } from './add-assignment.tsx';
import { AssignmentList } from './assignment-list.tsx';
import { subjectsQuery } from './assignments.api.ts';

const Assignments = ({ area }: { readonly area: 'admin' | 'teacher' }) => {
  const subjects = useQuery(subjectsQuery());
  if (!subjects.data)
    return (
      <Card>
        <UntilLoaded
          query={subjects}
          loading="Loading assignments..."
          failed="The assignments could not be loaded."
        >
          <SkeletonRows rows={6} columns={4} />
        </UntilLoaded>
      </Card>
    );
  return (
    <CardColumns side={380} stackedTo={1080}>
      {subjects.data.length === 0 ? (
        <Card title="New Assignment">
          <EmptyState
            icon={<IconBooks stroke={1.75} />}
            text={
              area === 'teacher'
                ? 'No subjects assigned to you'
                : 'The open term has no subjects yet'
            }
          />
        </Card>
      ) : (
        <AddAssignment subjects={subjects.data} />
      )}
      <AssignmentList area={area} />
    </CardColumns>
  );
};

/** The assignments of a teacher's subjects, or of all for an administrator. */
export default function AssignmentsPage() {
  const role = useSession()?.role;
  return (
    <>
      <PageHead title="Assignments" />
      {(role === 'admin' || role === 'teacher') && <Assignments area={role} />}
    </>
  );
}

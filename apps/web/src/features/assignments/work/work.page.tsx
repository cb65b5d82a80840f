import type { HandIn } from '@campus/contract';
import { IconArrowLeft, IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { subjectLabel } from '../../../lib/subject-label.ts';
import { useSession } from '../../../lib/use-session.ts';
import { CardColumns } from '../../../ui/card-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import { workQuery } from '../assignments.api.ts';
import { StateBadge } from '../state-badge.tsx';
import { MarkForm } from './mark-form.tsx';
import { MarksHistory } from './marks-history.tsx';
import { Versions } from './versions.tsx';
import assignmentClasses from '../assignments.module.css';

const Work = ({ work }: { readonly work: HandIn }) => (
  <CardColumns side={360} at="right" stackedTo={900}>
    <Card title="Work">
      {work.versions.length === 0 ? (
        <EmptyState
          icon={<IconInbox stroke={1.75} />}
          text="This student has not handed in anything yet."
        />
      ) : (
        <Versions versions={work.versions} />
      )}
    </Card>
    {work.versions.length > 0 && (
      <div className={assignmentClasses['stack']}>
        <MarkForm key={`${work.studentEmail} ${work.versions[0]?.version}`} work={work} />
        {work.history.length > 0 && <MarksHistory history={work.history} />}
      </div>
    )}
  </CardColumns>
);

const WorkOf = ({ area }: { readonly area: 'admin' | 'teacher' }) => {
  const { assignmentId = '', studentEmail = '' } = useParams({ strict: false });
  const work = useQuery(workQuery({ assignmentId, email: studentEmail }));
  return (
    <>
      <PageHead
        title={work.data?.studentName ?? 'Work'}
        line={
          work.data && (
            <span className={assignmentClasses['line']}>
              {`${work.data.assignment.title} · ${subjectLabel(work.data.assignment)}`}
              <StateBadge state={work.data.state} late={work.data.versions[0]?.late ?? false} />
            </span>
          )
        }
      />
      <Link to={`/${area}/assignments/${assignmentId}`} className={assignmentClasses['back'] ?? ''}>
        <IconArrowLeft size={18} stroke={1.75} aria-hidden />
        {work.data?.assignment.title ?? 'Back to the assignment'}
      </Link>
      {work.data ? (
        <Work work={work.data} />
      ) : (
        <Card>
          <UntilLoaded
            query={work}
            loading="Loading work..."
            failed="The work could not be loaded."
          >
            <SkeletonRows rows={5} columns={2} />
          </UntilLoaded>
        </Card>
      )}
    </>
  );
};

/** One student's work on an assignment, to be marked. */
export default function WorkPage() {
  const role = useSession()?.role;
  if (role !== 'admin' && role !== 'teacher') return <PageHead title="Work" />;
  return <WorkOf area={role} />;
}

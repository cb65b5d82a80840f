import { useState } from 'react';
import { audienceInWords } from '@campus/contract';
import type { SubjectDetails } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconBooks, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { isMissing } from '../../../lib/call-error.ts';
import { formatDay } from '../../../lib/day.ts';
import { Banner } from '../../../ui/banner.tsx';
import { CardColumns } from '../../../ui/card-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import { EditSubjectDialog } from './edit-subject-dialog.tsx';
import { StudentsCard } from './students-card.tsx';
import { subjectOptions } from './subject.api.ts';
import classes from './subject.module.css';

const Details = ({ subject }: { readonly subject: SubjectDetails }) => (
  <Card title="Details">
    <DefinitionList
      items={[
        ['Code', subject.subjectCode],
        ['Credits', subject.credits],
        ['Teacher', subject.teacherName],
        ['Email ID', subject.emailId],
        ['For', audienceInWords(subject.audience)],
        ['Term', subject.term.name],
        ['Students', subject.students.toLocaleString('en')],
        ['Classes marked', subject.totalClasses],
      ]}
    />
  </Card>
);

const SubjectPage = () => {
  const { subjectId = '' } = useParams({ strict: false });
  const { data: subject, error, refetch } = useQuery(subjectOptions(subjectId));
  const [editing, setEditing] = useState(false);
  const closed = subject?.term.state === 'closed';

  const content = () => {
    if (!subject)
      return isMissing(error) ? (
        <EmptyState
          icon={<IconBooks stroke={1.75} />}
          text="There is no such subject."
          action={<Link to="/admin/classes">All subjects</Link>}
        />
      ) : (
        <UntilLoaded
          query={{ error, refetch }}
          loading="Loading subject..."
          failed="The subject could not be loaded"
        >
          <SkeletonRows rows={8} columns={2} />
        </UntilLoaded>
      );
    return (
      <>
        {!closed && !subject.teacherActive && (
          <div className={classes['notice']}>
            <Banner kind="error">
              {subject.teacherName} is no longer active. Edit the subject to hand it to another
              teacher.
            </Banner>
          </div>
        )}
        <CardColumns side={354} stackedTo={1100}>
          <Details subject={subject} />
          <StudentsCard key={subject.id} subject={subject} />
        </CardColumns>
        <EditSubjectDialog subject={subject} opened={editing} onClose={() => setEditing(false)} />
      </>
    );
  };

  return (
    <>
      <PageHead
        title={subject?.subjectName ?? 'Subject'}
        line={
          subject ? (
            <>
              {closed ? (
                <Link to="/admin/terms/$termId" params={{ termId: subject.term.id }}>
                  {subject.term.name}
                </Link>
              ) : (
                <Link to="/admin/classes">All subjects</Link>
              )}{' '}
              · {!closed && `${subject.term.name}, `}
              {formatDay(subject.term.startsOn)} to {formatDay(subject.term.endsOn)}
              {closed && ' · closed, read only'}
            </>
          ) : undefined
        }
        actions={
          subject &&
          !closed && (
            <Button
              leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
              onClick={() => setEditing(true)}
            >
              Edit Subject
            </Button>
          )
        }
      />
      {content()}
    </>
  );
};

export default SubjectPage;

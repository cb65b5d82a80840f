import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { useSession } from '../../../lib/use-session.ts';
import { Card } from '../../../ui/card.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { FallbackNote } from '../../../ui/fallback-note.tsx';
import { Loading, SkeletonBar, SkeletonRows } from '../../../ui/loading.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { CalendarFrame } from '../../calendar/calendar-frame.tsx';
import { NextEvents } from '../../events/next-events.tsx';
import { useNextEvents } from '../../events/events.api.ts';
import { isAwaited } from './is-awaited.ts';
import classes from './dashboards.module.css';

interface PersonRecord {
  readonly name: string;
  readonly email: string;
  readonly contactPhone?: string | null | undefined;
  readonly contactNo: number | null;
  readonly address?: string | null | undefined;
  readonly univId: string | null;
}

interface PersonDashboardProps {
  readonly person: 'Student' | 'Teacher';
  readonly answer: UseQueryResult<PersonRecord | null>;
  /** The card beside how they can be reached. */
  readonly title: string;
  readonly items: ComponentProps<typeof DefinitionList>['items'];
  /** Above the cards. */
  readonly children?: ReactNode;
}

const Pending = () => (
  <Loading text="Loading dashboard...">
    <div className={classes['page']}>
      <div className={classes['pair']}>
        {['first', 'second'].map((card) => (
          <Card key={card}>
            <SkeletonBar width="50%" height={22} />
            <SkeletonRows rows={3} columns={2} />
          </Card>
        ))}
      </div>
      <Card>
        <SkeletonBar height={480} />
      </Card>
    </div>
  </Loading>
);

/** Who a student or a teacher is to the university, and its calendar. */
export const PersonDashboard = (props: PersonDashboardProps) => {
  const { person, answer, title, items, children } = props;
  const { data: record, isFetched, refetch } = answer;
  const account = useSession()?.name;
  const next = useNextEvents();
  // Until their record is there people are greeted by the name of their account; without one nobody is.
  const name = isFetched ? record?.name || person : account;
  return (
    <>
      <div className={classes['head']} data-pending={!name || undefined}>
        <PageHead title={name ? `Welcome, ${name}!` : 'Dashboard'} />
      </div>
      {isFetched ? (
        <div className={classes['page']}>
          {children}
          <div>
            <div className={classes['pair']}>
              <Card title={title}>
                <DefinitionList items={items} />
              </Card>
              <Card title="Contact Information">
                <DefinitionList
                  items={[
                    ['Email', record?.email],
                    ['Phone', record?.contactPhone ?? record?.contactNo],
                    ['Address', record?.address],
                  ]}
                />
              </Card>
            </div>
            {!record && <FallbackNote what="Your record" onRetry={() => void refetch()} />}
          </div>
          <NextEvents />
          <div className={classes['below']} data-waits={isAwaited(next) || undefined}>
            <CalendarFrame facultyUnivId={person === 'Teacher' ? record?.univId : undefined} />
          </div>
        </div>
      ) : (
        <Pending />
      )}
    </>
  );
};

import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { useSession } from '../../../lib/use-session.ts';
import { Card, CardStack, PageHead } from '../../../ui/page.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { FallbackNote, Loading, SkeletonBar, SkeletonRows } from '../../../ui/loaded.tsx';
import { CalendarFrame } from '../../calendar/calendar-frame.tsx';
import { NextEvents } from '../../events/next-events.tsx';
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
  /** The title of the card beside the contact details. */
  readonly title: string;
  readonly items: ComponentProps<typeof DefinitionList>['items'];
  /** Between the cards and the calendar: what is waiting for the person. */
  readonly waiting: ReactNode;
  /** Above the cards. */
  readonly children?: ReactNode;
}

const Pending = () => (
  <Loading text="Loading dashboard...">
    <CardStack>
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
    </CardStack>
  </Loading>
);

/** A student's or teacher's record and contact details, and the university's calendar. */
export const PersonDashboard = (props: PersonDashboardProps) => {
  const { person, answer, title, items, waiting, children } = props;
  const { data: record, isFetched, refetch } = answer;
  const account = useSession()?.name;
  // Greets by the account's name until the record is loaded; without a record by "Student" or "Teacher".
  const name = isFetched ? record?.name || person : account;
  return (
    <>
      <div className={classes['head']} data-loading={!name || undefined}>
        <PageHead title={name ? `Welcome, ${name}!` : 'Dashboard'} />
      </div>
      {isFetched ? (
        <CardStack>
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
            {!record && <FallbackNote what="Your record" onRetry={refetch} />}
          </div>
          {waiting}
          <NextEvents />
          <CalendarFrame facultyUnivId={person === 'Teacher' ? record?.univId : undefined} />
        </CardStack>
      ) : (
        <Pending />
      )}
    </>
  );
};

import { Link } from '@tanstack/react-router';
import type { Icon } from '@tabler/icons-react';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { useSession } from '../lib/use-session.ts';

interface ComingLaterProps {
  readonly title: string;
  readonly icon: Icon;
}

/** Stands in for a page of the route table that is not built yet, and says so. */
export const ComingLater = ({ title, icon: PageIcon }: ComingLaterProps) => {
  const area = useSession()?.role ?? 'student';
  return (
    <>
      <PageHead title={title} />
      <Card>
        <EmptyState
          icon={<PageIcon stroke={1.75} />}
          text="This page is not open yet. It comes with a later version of Campus."
          action={<Link to={`/${area}/dashboard`}>Back to the dashboard</Link>}
        />
      </Card>
    </>
  );
};

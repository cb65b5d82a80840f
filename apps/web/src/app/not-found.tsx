import { Link } from '@tanstack/react-router';
import { IconMapQuestion } from '@tabler/icons-react';
import { useSession } from '../lib/use-session.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { ShellFrame } from './shell/shell.tsx';

/** An address inside an area that leads nowhere. */
export const NotFound = () => {
  const session = useSession();
  return (
    <>
      <PageHead title="Page not found" />
      <Card>
        <EmptyState
          icon={<IconMapQuestion stroke={1.75} />}
          text="There is no page at this address."
          action={
            session ? (
              <Link to={`/${session.role}/dashboard`}>Back to the dashboard</Link>
            ) : (
              <a href="/">Back to the start</a>
            )
          }
        />
      </Card>
    </>
  );
};

/** The same for addresses outside the areas: in the person's own shell when there is one. */
export const NotFoundAnywhere = () => {
  const session = useSession();
  if (!session) {
    return (
      <main style={{ padding: 30 }}>
        <NotFound />
      </main>
    );
  }
  return (
    <ShellFrame area={session.role}>
      <NotFound />
    </ShellFrame>
  );
};

import { useSession } from '../../lib/use-session.ts';
import { PageHead } from '../../ui/page-head.tsx';
import classes from './dashboards.module.css';

interface GreetingProps {
  readonly pending: boolean;
  readonly name: string;
}

/**
 * The head of a dashboard. Until their record is there people are greeted by the name of their
 * account, as in the first frame of the page; without one nobody is.
 */
export const Greeting = ({ pending, name }: GreetingProps) => {
  const account = useSession()?.name;
  const known = pending ? account : name;
  return (
    <div className={classes['head']} data-pending={!known || undefined}>
      <PageHead title={known ? `Welcome, ${known}!` : 'Dashboard'} />
    </div>
  );
};

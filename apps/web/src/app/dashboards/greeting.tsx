import { PageHead } from '../../ui/page-head.tsx';
import classes from './dashboards.module.css';

interface GreetingProps {
  readonly pending: boolean;
  readonly name: string;
}

/** The head of a dashboard. Nobody is greeted before their name is known. */
export const Greeting = ({ pending, name }: GreetingProps) => (
  <div className={classes['head']} data-pending={pending || undefined}>
    <PageHead title={pending ? 'Dashboard' : `Welcome, ${name}!`} />
  </div>
);

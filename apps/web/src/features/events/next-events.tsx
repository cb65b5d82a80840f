import { Link } from '@tanstack/react-router';
import { useSession } from '../../lib/use-session.ts';
import { Card } from '../../ui/page.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { entryTimes, kindLabels } from './entry-item.tsx';
import { useNextEvents } from './events.api.ts';
import classes from './next-events.module.css';

/** The next events in the signed-in person's calendar, for a dashboard. */
export const NextEvents = () => {
  const role = useSession()?.role ?? 'student';
  return (
    <Card
      title="Next events"
      actions={
        <Link to={`/${role}/events`}>
          Show all<VisuallyHidden> events</VisuallyHidden>
        </Link>
      }
    >
      <Loaded query={useNextEvents()} what="events" quiet="The next events" rows={3} columns={2}>
        {({ entries }) =>
          entries.length === 0 ? (
            <p className={classes['empty']}>Nothing in the next three months.</p>
          ) : (
            <ul className={classes['list']} aria-label="Next events">
              {entries.map((entry) => (
                <li key={`${entry.source} ${entry.id}`} data-kind={entry.kind}>
                  <p className={classes['title']}>{entry.title}</p>
                  <p className={classes['times']}>
                    {kindLabels[entry.kind]} · {entryTimes(entry)}
                    {entry.place !== null && ` · ${entry.place}`}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
};

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/page.tsx';
import { formatCount } from '../../../lib/count.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import type { Query } from '../../../lib/combine-queries.ts';
import classes from './task-card.module.css';

interface TaskRow {
  readonly key: string;
  readonly title: string;
  /** Where it can be dealt with. */
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  /** Second line, such as subject and date. */
  readonly under?: ReactNode;
  /** At the right: a number or a due date. */
  readonly aside?: ReactNode;
}

interface TaskCardProps<Data> {
  readonly title: string;
  /** How many there are; shown if any. */
  readonly count?: (data: Data) => number;
  /** A link to all of them. */
  readonly actions?: ReactNode;
  readonly query: Query<Data>;
  readonly rows: (data: Data) => readonly TaskRow[];
  /** The text when nothing is waiting. */
  readonly none: string;
}

/** What is waiting for a person, on their dashboard; each row links to where it can be dealt with. */
export const TaskCard = <Data,>(props: TaskCardProps<Data>) => {
  const { title, count, actions, query, rows, none } = props;
  const many = query.data === undefined ? 0 : (count?.(query.data) ?? 0);
  return (
    <Card title={title} actions={many > 0 ? <b>{formatCount(many)}</b> : actions}>
      <Loaded query={query} what={title.toLowerCase()} quiet={title} rows={3} columns={2}>
        {(data) => {
          const shown = rows(data);
          return shown.length === 0 ? (
            <p className={classes['empty']}>{none}</p>
          ) : (
            <ul className={classes['list']} aria-label={title}>
              {shown.map(({ key, title: name, to, search, under, aside }) => (
                <li key={key}>
                  <div className={classes['text']}>
                    <Link to={to} search={search ?? {}}>
                      {name}
                    </Link>
                    {under !== undefined && <p>{under}</p>}
                  </div>
                  {aside !== undefined && <div className={classes['aside']}>{aside}</div>}
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
};

export const TaskCards = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes['cards']} data-in-order="narrow">
    {children}
  </div>
);

/** `16 of 58` */
export const Fraction = ({ part, of }: { readonly part: ReactNode; readonly of: ReactNode }) => (
  <>
    <b>{part}</b> of {of}
  </>
);

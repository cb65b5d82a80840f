import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './problem.module.css';

interface ProblemProps {
  readonly icon: Icon;
  /** What stops people is brick; what will is lamp. */
  readonly urgency: 'now' | 'soon';
  readonly title: string;
  /** What is wrong, and what is lost. */
  readonly text: string;
  readonly toDo: string;
  /** One button. */
  readonly action: ReactNode;
}

/** Something that is wrong, in words: what, what is lost, what to do. */
export const Problem = ({ icon: Drawn, urgency, title, text, toDo, action }: ProblemProps) => (
  <li className={classes['problem']}>
    <span className={classes['icon']} data-urgency={urgency}>
      <Drawn size={20} stroke={1.75} aria-hidden />
    </span>
    <div className={classes['words']}>
      <h3>{title}</h3>
      <p>{text}</p>
      <p>
        What to do: <strong>{toDo}</strong>
      </p>
    </div>
    <div className={classes['action']}>{action}</div>
  </li>
);

export const ProblemList = ({ children }: { readonly children: ReactNode }) => (
  <ul className={classes['list']}>{children}</ul>
);

import type { ReactNode } from 'react';
import classes from './title-with-subtitle.module.css';

interface TitleWithSubtitleProps {
  readonly title: ReactNode;
  readonly line: ReactNode;
}

/** A title above a muted line. */
export const TitleWithSubtitle = ({ title, line }: TitleWithSubtitleProps) => (
  <span className={classes['title']}>
    {title}
    <span className={classes['line']}>{line}</span>
  </span>
);

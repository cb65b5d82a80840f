import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { arriveAt } from './arrival.ts';
import classes from './page-head.module.css';

/**
 * Takes away what app.html showed until the application was there. Called by the head of every page
 * before it is painted: the frame stays until there is a page, not only its surroundings.
 */
const endFirstFrame = (): void => document.querySelector('#first-frame')?.remove();

interface PageHeadProps {
  readonly title: string;
  /** A quieter line below the title. */
  readonly line?: ReactNode;
  readonly actions?: ReactNode;
}

/** The head of a page and its only h1. Takes the focus when the person came by a link inside Campus. */
export const PageHead = ({ title, line, actions }: PageHeadProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(endFirstFrame, []);
  useEffect(() => arriveAt(heading.current), []);
  useEffect(() => {
    document.title = `${title} · Campus`;
  }, [title]);
  return (
    <header className={classes['head']}>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {line !== undefined && <p className={classes['line']}>{line}</p>}
      </div>
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </header>
  );
};

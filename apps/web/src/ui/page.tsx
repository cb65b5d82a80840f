import {
  createContext,
  type CSSProperties,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { SkipLink } from './skip-link.tsx';
import classes from './page.module.css';

let navigating = false;

/** Called by the shell when the person follows a link within Campus. */
export const navigationStarted = (): void => {
  navigating = true;
};

/** Focuses the heading of the new page; after a full load the browser's focus stays. */
const focusAfterNavigation = (heading: HTMLElement | null): void => {
  if (navigating) heading?.focus({ preventScroll: true });
  navigating = false;
};

/**
 * Removes the first frame that app.html shows until the application is loaded. Called by the header of every
 * page before it is painted: the frame stays until there is a page, not just the shell.
 */
const endFirstFrame = (): void => document.querySelector('#first-frame')?.remove();

interface PageHeadProps {
  readonly title: string;
  /** A quieter line below the title. */
  readonly line?: ReactNode;
  readonly actions?: ReactNode;
}

/** The header of a page and its only h1. Takes the focus if the person followed a link within Campus. */
export const PageHead = ({ title, line, actions }: PageHeadProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(endFirstFrame, []);
  useEffect(() => focusAfterNavigation(heading.current), []);
  useEffect(() => {
    document.title = `${title} · Campus`;
  }, [title]);
  return (
    <header className={classes['pageHead']}>
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

/** Id of the heading that tells apart buttons of the same name. */
export const HeadingId = createContext<string | undefined>(undefined);

interface CardProps {
  readonly title?: ReactNode;
  /** To the right of the title: a search field, a filter, a button. */
  readonly actions?: ReactNode;
  /** Without padding around the content, for tables. */
  readonly flush?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export const Card = ({ title, actions, flush = false, className, children }: CardProps) => {
  const id = useId();
  const titled = title !== undefined;
  const headingId = titled ? id : undefined;
  return (
    <section
      className={[classes['card'], className].filter(Boolean).join(' ')}
      aria-labelledby={headingId}
    >
      {(titled || actions !== undefined) && (
        <div className={classes['head']} data-flush={flush || undefined}>
          {titled && <h2 id={id}>{title}</h2>}
          <HeadingId value={headingId}>{actions}</HeadingId>
        </div>
      )}
      <div className={flush ? undefined : classes['body']}>{children}</div>
    </section>
  );
};

interface ButtonRowProps {
  readonly wide?: true;
  readonly children: ReactNode;
}

/** Buttons side by side, in several lines where it is too narrow. */
export const ButtonRow = ({ wide, children }: ButtonRowProps) => (
  <div className={classes['buttons']} data-wide={wide}>
    {children}
  </div>
);

interface CardStackProps {
  readonly narrow?: true;
  readonly children: ReactNode;
}

/** Cards one below the other. */
export const CardStack = ({ narrow, children }: CardStackProps) => (
  <div className={classes['stack']} data-narrow={narrow} data-in-order="always">
    {children}
  </div>
);

interface CardColumnsProps {
  /** Width of the narrow column in pixels; by default that of a form next to its list. */
  readonly side?: number;
  /** The side of the narrow column; the left by default. */
  readonly at?: 'right';
  readonly children: ReactNode;
}

/**
 * Two columns of cards: a narrow one, and one that takes the rest. For a list and its form: list first, form at the
 * right. A form with an element `data-whole-width` moves above the list at full width.
 */
export const CardColumns = ({ side, at, children }: CardColumnsProps) => {
  const columns = useRef<HTMLDivElement>(null);
  const firstField = () =>
    columns.current?.querySelector<HTMLElement>(':scope > :last-child form :is(input, select)');
  return (
    <div
      ref={columns}
      className={classes['columns']}
      data-in-order="narrow"
      data-side={at ?? 'left'}
      data-with-form={side === undefined || undefined}
      style={{ '--side': `${side ?? 368}px` } as CSSProperties}
    >
      {side === undefined && <SkipLink to={firstField}>Skip to the form</SkipLink>}
      {children}
    </div>
  );
};

interface PageProps extends PageHeadProps {
  /** The content consists of cards, one below the other. */
  readonly stacked?: true;
  readonly children: ReactNode;
}

/** A page: header and content. */
export const Page = ({ stacked, children, ...head }: PageProps) => (
  <>
    <PageHead {...head} />
    {stacked ? <CardStack>{children}</CardStack> : children}
  </>
);

import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import classes from './sign-in.module.css';

/** The frame of the pages before sign-in: a column beside a view of the campus through an arch. */
export const SignInFrame = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) => (
  <div className={classes['page']}>
    <main className={classes['side']}>
      <div className={classes['column']}>
        <a className={classes['brand']} href="/">
          <Logo className={classes['logo'] ?? ''} />
          <span>
            <span className={classes['name']}>Campus</span>
            {/* The server writes the institution's name here; set as HTML, it survives hydration. */}
            <span
              className={classes['line']}
              data-institution=""
              dangerouslySetInnerHTML={{ __html: 'Management System' }}
            />
          </span>
        </a>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
    <div className={classes['view']} aria-hidden>
      <div className={classes['window']}>
        <div className={classes['picture']} />
      </div>
    </div>
  </div>
);

import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './back-link.module.css';

/** Below the header of a page: links to the list it was opened from. */
export const BackLink = (props: { readonly to: string; readonly children: ReactNode }) => (
  <Link to={props.to} className={classes['back'] ?? ''}>
    <IconArrowLeft size={18} stroke={1.75} aria-hidden />
    {props.children}
  </Link>
);

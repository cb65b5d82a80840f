import type { ReactNode } from 'react';
import classes from './class-notice.module.css';

interface ClassNoticeProps {
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** Something to know about the class below; read out when it appears. */
export const ClassNotice = ({ icon, children, actions }: ClassNoticeProps) => (
  <div className={classes['notice']}>
    {icon}
    <output>{children}</output>
    {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
  </div>
);

import { IconX } from '@tabler/icons-react';
import classes from './absent-label.module.css';

/** Absent in place of marks: word and icon, as everywhere. */
export const AbsentLabel = () => (
  <span className={classes['absent']}>
    <IconX size={15} stroke={2} aria-hidden />
    Absent
  </span>
);

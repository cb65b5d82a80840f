import { IconX } from '@tabler/icons-react';
import classes from './absent-word.module.css';

/** Absent in place of marks: word and icon, as everywhere. */
export const AbsentWord = () => (
  <span className={classes['absent']}>
    <IconX size={15} stroke={2} aria-hidden />
    Absent
  </span>
);

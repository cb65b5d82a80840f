import { IconFileText } from '@tabler/icons-react';
import classes from './sheet-link.module.css';

/** What a link to a result sheet says. */
export const SheetLinkLabel = () => (
  <span className={classes['label']}>
    <IconFileText size={18} stroke={1.75} aria-hidden />
    Result sheet
  </span>
);

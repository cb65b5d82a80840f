import { IconAlertTriangle } from '@tabler/icons-react';
import { Hidden } from './hidden.tsx';
import { OptionalValue } from './optional-value.tsx';
import classes from './percentage.module.css';

interface PercentageProps {
  readonly value: number | null;
  /** Below it a percentage is low; null where none is expected. */
  readonly expected: number | null;
}

/** A percentage of attendance, which says when it is low. */
export const Percentage = ({ value, expected }: PercentageProps) => {
  if (value === null) return <OptionalValue value={null} />;
  if (expected === null || value >= expected) return `${value}%`;
  return (
    <span className={classes['low']}>
      <IconAlertTriangle size={17} stroke={1.75} aria-hidden />
      <Hidden>Below {expected}%: </Hidden>
      {value}%
    </span>
  );
};

import { IconAlertTriangle } from '@tabler/icons-react';
import { VisuallyHidden } from './visually-hidden.tsx';
import { OptionalValue } from './optional-value.tsx';
import classes from './percentage.module.css';

interface PercentageProps {
  readonly value: number | null;
  /** Percentages below it are low; null if none is required. */
  readonly expected: number | null;
}

/** An attendance percentage, with a warning when it is low. */
export const Percentage = ({ value, expected }: PercentageProps) => {
  if (value === null) return <OptionalValue value={null} />;
  if (expected === null || value >= expected) return `${value}%`;
  return (
    <span className={classes['low']}>
      <IconAlertTriangle size={17} stroke={1.75} aria-hidden />
      <VisuallyHidden>Below {expected}%: </VisuallyHidden>
      {value}%
    </span>
  );
};

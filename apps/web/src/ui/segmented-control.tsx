import { useId } from 'react';
import { formatCount } from '../lib/count.ts';
import classes from './segmented-control.module.css';

interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly count?: number | undefined;
}

interface SegmentedControlProps<Value extends string> {
  /** Accessible name of the choice. */
  readonly label: string;
  readonly value: Value;
  readonly segments: readonly Segment<Value>[];
  readonly onChange: (value: Value) => void;
}

/** A choice among a few options, each with a count. */
export const SegmentedControl = <Value extends string>(props: SegmentedControlProps<Value>) => {
  const { label, value, segments, onChange } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes['control']}>
      {segments.map((one) => (
        <label key={one.value} data-active={one.value === value || undefined}>
          <input
            type="radio"
            name={name}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          />
          {one.label}
          {one.count !== undefined && <span>{formatCount(one.count)}</span>}
        </label>
      ))}
    </div>
  );
};

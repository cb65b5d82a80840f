import { useId } from 'react';
import { inFigures } from '../lib/count.ts';
import classes from './segments.module.css';

interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly count?: number | undefined;
}

interface SegmentsProps<Value extends string> {
  /** Accessible name of the choice. */
  readonly label: string;
  readonly value: Value;
  readonly segments: readonly Segment<Value>[];
  readonly onChange: (value: Value) => void;
}

/** A choice among a few options, each with a count. */
export const Segments = <Value extends string>(props: SegmentsProps<Value>) => {
  const { label, value, segments, onChange } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes['segments']}>
      {segments.map((one) => (
        <label key={one.value} data-active={one.value === value || undefined}>
          <input
            type="radio"
            name={name}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          />
          {one.label}
          {one.count !== undefined && <span>{inFigures(one.count)}</span>}
        </label>
      ))}
    </div>
  );
};

import { OptionalValue } from './optional-value.tsx';
import classes from './definition-list.module.css';

export type DefinitionItem = readonly [label: string, value: string | number | null | undefined];

interface DefinitionListProps {
  readonly items: readonly DefinitionItem[];
  /** The record leaves out values that the reader may not see. */
  readonly withheld?: boolean;
}

/** Labels and values between hairlines; blank values read N/A. */
export const DefinitionList = ({ items, withheld = false }: DefinitionListProps) => (
  <dl className={classes['list']}>
    {items.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <OptionalValue value={value} withheld={withheld} />
        </dd>
      </div>
    ))}
  </dl>
);

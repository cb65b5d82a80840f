import { OptionalValue } from './optional-value.tsx';
import classes from './definition-list.module.css';

export type DefinitionItem = readonly [label: string, value: string | number | null | undefined];

interface DefinitionListProps {
  readonly items: readonly DefinitionItem[];
  /** Of a record whose absent values are not shown to the reader. */
  readonly withheld?: boolean;
}

/** Labels and values between hairlines; blanks read N/A. */
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

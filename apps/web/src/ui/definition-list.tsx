import { OptionalValue } from './optional-value.tsx';
import classes from './definition-list.module.css';

export type DefinitionItem = readonly [label: string, value: string | number | null | undefined];

/** Labels and values between hairlines; blanks read N/A. */
export const DefinitionList = ({ items }: { readonly items: readonly DefinitionItem[] }) => (
  <dl className={classes['list']}>
    {items.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <OptionalValue value={value} />
        </dd>
      </div>
    ))}
  </dl>
);

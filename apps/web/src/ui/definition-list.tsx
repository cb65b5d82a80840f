import { OrNa } from './na.tsx';
import classes from './definition-list.module.css';

type Item = readonly [label: string, value: string | number | null | undefined];

/** Labels and values between hairlines; blanks read N/A. */
export const DefinitionList = ({ items }: { readonly items: readonly Item[] }) => (
  <dl className={classes['list']}>
    {items.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <OrNa value={value} />
        </dd>
      </div>
    ))}
  </dl>
);

import { SelectField } from '../../../ui/fields.tsx';
import { Hidden } from '../../../ui/hidden.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import { NewPerson } from './new-person.tsx';
import type { Person } from './people-records.tsx';
import type { PeopleRowsProps } from './people-table.tsx';
import { readView } from './use-list-view.ts';
import classes from './people-records.module.css';

/** The list where a table does not fit: name, e-mail, and the rest in a third line. */
export const PeopleLines = <Row extends Person>(props: PeopleRowsProps<Row>) => {
  const { title, state, columns, rows } = props;
  const { view, setView, newcomers } = state;
  const sortable = columns.filter(({ sort }) => sort);
  const rest = columns.filter(({ label }) => label !== 'Name' && label !== 'Email');
  return (
    <>
      {sortable.length > 1 && (
        <SelectField
          className={classes['sort'] ?? ''}
          label="Sort by"
          value={`${view.sort} ${view.order}`}
          data={sortable.flatMap(({ label, sort }) => [
            { label, value: `${sort} asc` },
            { label: `${label}, last first`, value: `${sort} desc` },
          ])}
          onChange={(event) => {
            const [sort, order] = event.currentTarget.value.split(' ');
            setView(readView({ ...view, page: 1, sort, order }));
          }}
        />
      )}
      <ul className={classes['lines']} aria-label={title}>
        {rows.map((row) => {
          const isNew = newcomers.includes(row.email);
          return (
            <li key={row.id} data-new={isNew || undefined}>
              <span className={classes['name']}>
                <NewPerson person={row} isNew={isNew} {...props} />
              </span>
              <span className={classes['email']}>{row.email}</span>
              <dl>
                {rest.map(({ label, value }) => (
                  <div key={label}>
                    <dt>
                      <Hidden>{label}</Hidden>
                    </dt>
                    <dd>
                      <OptionalValue value={value(row)} />
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          );
        })}
      </ul>
    </>
  );
};

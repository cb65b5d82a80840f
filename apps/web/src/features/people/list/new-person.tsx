import { Link } from '@tanstack/react-router';
import type { Person } from './people-records.tsx';
import classes from './people-records.module.css';

interface NewPersonProps<Row extends Person> {
  readonly person: Row;
  readonly isNew: boolean;
  readonly records: string;
  readonly mark: (row: Row) => string | null;
}

/** A name that opens the record, marked when the person was added a moment ago or has left. */
export const NewPerson = <Row extends Person>(props: NewPersonProps<Row>) => {
  const { person, isNew, records, mark } = props;
  const standing = mark(person);
  return (
    <>
      <Link to={`${records}/${person.id}`} search className={classes['open']}>
        {person.name}
      </Link>{' '}
      {isNew && <span className={classes['new']}>New</span>}
      {standing && <span className={classes['left']}>{standing}</span>}
    </>
  );
};

import classes from './people-records.module.css';

interface NewPersonProps {
  readonly name: string;
  readonly isNew: boolean;
}

/** A name, marked when the person was added a moment ago. */
export const NewPerson = ({ name, isNew }: NewPersonProps) => (
  <>
    <span>{name}</span> {isNew && <span className={classes['new']}>New</span>}
  </>
);

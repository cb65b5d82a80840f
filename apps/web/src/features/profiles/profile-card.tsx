import campus from '../../assets/campus.svg';
import { DefinitionList } from '../../ui/definition-list.tsx';
import type { DefinitionItem } from '../../ui/definition-list.tsx';
import { Card } from '../../ui/card.tsx';
import { OptionalValue } from '../../ui/optional-value.tsx';
import classes from './profile-card.module.css';

interface ProfileCardProps {
  readonly name: string | null | undefined;
  readonly email: string | null | undefined;
  /** One list of fields, or two beside each other. */
  readonly columns: readonly (readonly DefinitionItem[])[];
}

/** Who somebody is: name, e-mail and every field, blanks read N/A. */
export const ProfileCard = ({ name, email, columns }: ProfileCardProps) => (
  <Card flush className={classes['card']}>
    <img className={classes['strip']} src={campus} alt="" />
    <div className={classes['body']}>
      <h2 className={classes['name']}>
        <OptionalValue value={name} />
      </h2>
      <p className={classes['email']}>
        <OptionalValue value={email} />
      </p>
      <div className={classes['columns']} data-two={columns.length > 1 || undefined}>
        {columns.map((items) => (
          <DefinitionList key={items[0]?.[0]} items={items} />
        ))}
      </div>
    </div>
  </Card>
);

import type { ReactNode } from 'react';
import classes from './conflict-choice.module.css';

export interface ConflictOption<Whose extends string> {
  readonly whose: Whose;
  readonly label: string;
  readonly content: ReactNode;
}

interface ConflictChoiceProps<Whose extends string> {
  /** Name of the radio buttons' group; unique on the page. */
  readonly name: string;
  readonly options: readonly ConflictOption<Whose>[];
  readonly chosen: Whose | null;
  readonly disabled?: boolean;
  readonly onChoose: (whose: Whose) => void;
}

/** Lets the person choose between their own entry and someone else's. Belongs in a fieldset that names the field. */
export const ConflictChoice = <Whose extends string>(props: ConflictChoiceProps<Whose>) => (
  <div className={classes['either']}>
    {props.options.map(({ whose, label, content }) => (
      <label key={whose}>
        <input
          type="radio"
          name={props.name}
          checked={props.chosen === whose}
          disabled={props.disabled}
          onChange={() => props.onChoose(whose)}
        />
        <span className={classes['whose']}>{label}</span>
        <span className={classes['content']}>{content}</span>
      </label>
    ))}
  </div>
);

import type { ReactNode } from 'react';
import classes from './conflict-choice.module.css';

export interface ConflictOption<Source extends string> {
  readonly source: Source;
  readonly label: string;
  readonly content: ReactNode;
}

interface ConflictChoiceProps<Source extends string> {
  /** Name of the radio buttons' group; unique on the page. */
  readonly name: string;
  readonly options: readonly ConflictOption<Source>[];
  readonly chosen: Source | null;
  readonly disabled?: boolean;
  readonly onChoose: (source: Source) => void;
}

/** Lets the person choose between their own entry and someone else's. Belongs in a fieldset that names the field. */
export const ConflictChoice = <Source extends string>(props: ConflictChoiceProps<Source>) => (
  <div className={classes['options']}>
    {props.options.map(({ source, label, content }) => (
      <label key={source}>
        <input
          type="radio"
          name={props.name}
          checked={props.chosen === source}
          disabled={props.disabled}
          onChange={() => props.onChoose(source)}
        />
        <span className={classes['label']}>{label}</span>
        <span className={classes['content']}>{content}</span>
      </label>
    ))}
  </div>
);

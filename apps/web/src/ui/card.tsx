import { type ReactNode, useId } from 'react';
import classes from './card.module.css';

interface CardProps {
  readonly title?: ReactNode;
  /** Right of the title: a search field, a filter, a button. */
  readonly actions?: ReactNode;
  /** Without padding around the content, for tables. */
  readonly flush?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export const Card = ({ title, actions, flush = false, className, children }: CardProps) => {
  const id = useId();
  const titled = title !== undefined;
  return (
    <section
      className={[classes['card'], className].filter(Boolean).join(' ')}
      aria-labelledby={titled ? id : undefined}
    >
      {(titled || actions !== undefined) && (
        <div className={classes['head']} data-flush={flush || undefined}>
          {titled && <h2 id={id}>{title}</h2>}
          {actions}
        </div>
      )}
      <div className={flush ? undefined : classes['body']}>{children}</div>
    </section>
  );
};

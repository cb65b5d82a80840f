import type { CorrectableField, CorrectionChange } from '@campus/contract';
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { OptionalValue } from '../../ui/optional-value.tsx';
import classes from './field-changes.module.css';

const fieldLabels: Readonly<Record<CorrectableField, string>> = {
  contactNo: 'Contact Number',
  address: 'Address',
};

interface FieldChangesProps {
  readonly changes: readonly CorrectionChange[];
  /** Compares with the current record, noting values that have changed since the request. */
  readonly now?: boolean;
}

/** The old and new value of each field in a request. */
export const FieldChanges = ({ changes, now = false }: FieldChangesProps) => (
  <dl className={classes['changes']}>
    {changes.map((change) => (
      <div key={change.field}>
        <dt>{fieldLabels[change.field]}</dt>
        <dd>
          <VisuallyHidden>from</VisuallyHidden>
          <span className={classes['from']}>
            <OptionalValue withheld value={now ? change.now : change.was} />
          </span>
          <IconArrowRight size={16} stroke={1.75} aria-hidden />
          <VisuallyHidden>to</VisuallyHidden>
          <span className={classes['to']}>
            <OptionalValue withheld value={change.proposed} />
          </span>
          {now && change.now !== change.was && (
            <span className={classes['moved']}>
              <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
              Changed since the request; it said then {change.was ?? 'N/A'}
            </span>
          )}
        </dd>
      </div>
    ))}
  </dl>
);

import classes from './remarks-field.module.css';

/** Offered beside an empty remark; a teacher may write anything. */
const remarks = ['Late', 'Absent with apology', 'Medical'] as const;

interface QuickRemarksProps {
  readonly chosen: string;
  /** Called with an empty text when the chosen one is taken back. */
  readonly onChoose: (remark: string) => void;
}

export const QuickRemarks = ({ chosen, onChoose }: QuickRemarksProps) => (
  <div className={classes['quick']}>
    {remarks.map((remark) => (
      <button
        key={remark}
        type="button"
        aria-pressed={chosen === remark}
        // The focus stays in the field: losing it would take this button away before the click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(chosen === remark ? '' : remark)}
      >
        {remark}
      </button>
    ))}
  </div>
);

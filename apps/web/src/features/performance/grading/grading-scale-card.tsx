import { type Grade, type GradingScale, gradingScales } from '@campus/contract';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { timeOfInstant } from '../../../lib/instant.ts';
import { useReply } from '../../../lib/query.ts';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FallbackNote } from '../../../ui/fallback-note.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { ScaleForm } from './scale-form.tsx';
import classes from './grading.module.css';

const inWords = ({ grades }: GradingScale): string =>
  grades
    .map(({ letter, fromPercent, points }) => `${letter} ${fromPercent}% (${points})`)
    .join(', ');

/** The scales before this one, and who set them. */
const ScaleHistory = () => {
  const { data, isError, refetch } = useReply(gradingScales.gradingScaleHistory);
  const earlier = data?.slice(1) ?? [];
  if (isError && !data)
    return <FallbackNote what="Earlier scales" onRetry={() => void refetch()} />;
  if (earlier.length === 0) return null;
  return (
    <details className={classes['history']}>
      <summary>Earlier scales ({earlier.length})</summary>
      <ul>
        {earlier.map((scale) => (
          <li key={scale.version}>
            <strong>
              {scale.setBy === null
                ? 'The scale Campus comes with'
                : `${scale.setBy}, ${timeOfInstant(scale.setAt)}`}
            </strong>
            <span>{inWords(scale)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
};

/** `80 to below 90` */
const range = (grades: readonly Grade[], index: number): string => {
  const from = grades[index]?.fromPercent ?? 0;
  const above = grades[index - 1]?.fromPercent;
  return above === undefined ? `${from} to 100` : `${from} to below ${above}`;
};

/** The grades of a scale, the highest first. */
const ScaleTable = ({ grades }: { readonly grades: readonly Grade[] }) => (
  <RecordTable
    label="Grades"
    rows={grades}
    keyOf={({ letter }) => letter}
    columns={[
      { head: 'Letter', render: ({ letter }) => letter },
      { head: 'Percent', render: (_, index) => range(grades, index) },
      { head: 'Points', render: ({ points }) => points, number: true },
    ]}
  />
);

/** The scale that letters and points come from, for the administrator who sets it. */
export const GradingScaleCard = () => {
  const query = useReply(gradingScales.readGradingScale);
  const [editing, setEditing] = useState(false);
  return (
    <Card
      title="Grading scale"
      flush
      className={classes['card']}
      actions={
        query.data && (
          <IconButton variant="light" icon={IconPencil} onClick={() => setEditing(true)}>
            Edit scale
          </IconButton>
        )
      }
    >
      <Loaded query={query} what="grading scale" rows={7} flush>
        {(scale) => (
          <>
            <ScaleTable grades={scale.grades} />
            <div className={classes['foot']}>
              <p>
                {scale.setBy === null
                  ? 'This is the scale Campus comes with.'
                  : `Set by ${scale.setBy} on ${timeOfInstant(scale.setAt)}.`}{' '}
                Terms that were closed keep the scale they were closed with.
              </p>
              <ScaleHistory />
            </div>
            <Dialog opened={editing} onClose={() => setEditing(false)} title="Grading scale">
              <ScaleForm scale={scale} onClose={() => setEditing(false)} />
            </Dialog>
          </>
        )}
      </Loaded>
    </Card>
  );
};

import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { timeOfInstant } from '../../../lib/instant.ts';
import { Card } from '../../../ui/card.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import { gradingScaleQuery } from './grading-scale.api.ts';
import { ScaleDialog } from './scale-dialog.tsx';
import { ScaleHistory } from './scale-history.tsx';
import { ScaleTable } from './scale-table.tsx';
import classes from './grading.module.css';

/** The scale that letters and points come from, for the administrator who sets it. */
export const GradingScaleCard = () => {
  const { data: scale, error, refetch } = useQuery(gradingScaleQuery);
  const [editing, setEditing] = useState(false);
  return (
    <Card
      title="Grading scale"
      flush
      className={classes['card']}
      actions={
        scale && (
          <Button
            variant="light"
            leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            Edit scale
          </Button>
        )
      }
    >
      {scale ? (
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
          <ScaleDialog scale={scale} opened={editing} onClose={() => setEditing(false)} />
        </>
      ) : (
        <div className={classes['foot']}>
          <UntilLoaded
            query={{ error, refetch }}
            loading="Loading grading scale..."
            failed="The grading scale could not be loaded."
          >
            <SkeletonRows rows={7} columns={3} />
          </UntilLoaded>
        </div>
      )}
    </Card>
  );
};

import type { Exam } from '@campus/contract';
import { IconCalendarEvent, IconEye, IconPencil } from '@tabler/icons-react';
import { Badge } from '../../ui/badge.tsx';

interface StateBadgeProps {
  readonly exam: Pick<Exam, 'publishedAt'>;
  /** It is held after today. */
  readonly coming?: boolean;
}

/** Whether students see the results of an exam, or that there are none yet. */
export const StateBadge = ({ exam, coming = false }: StateBadgeProps) => {
  if (coming)
    return (
      <Badge tone="coming" icon={IconCalendarEvent}>
        Planned
      </Badge>
    );
  const published = exam.publishedAt !== null;
  return (
    <Badge tone={published ? 'good' : 'waiting'} icon={published ? IconEye : IconPencil}>
      {published ? 'Published' : 'Draft'}
    </Badge>
  );
};

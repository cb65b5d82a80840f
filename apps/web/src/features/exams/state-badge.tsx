import type { Exam } from '@campus/contract';
import { IconCalendarEvent, IconEye, IconPencil } from '@tabler/icons-react';
import { Badge } from '../../ui/badge.tsx';

interface StateBadgeProps {
  readonly exam: Pick<Exam, 'publishedAt'>;
  /** Whether it is held after today. */
  readonly coming?: boolean;
}

/** Whether an exam is planned, a draft, or published to students. */
export const StateBadge = ({ exam, coming = false }: StateBadgeProps) => {
  if (coming)
    return (
      <Badge tone="upcoming" icon={IconCalendarEvent}>
        Planned
      </Badge>
    );
  const published = exam.publishedAt !== null;
  return (
    <Badge tone={published ? 'good' : 'pending'} icon={published ? IconEye : IconPencil}>
      {published ? 'Published' : 'Draft'}
    </Badge>
  );
};

import type { Exam } from '@campus/contract';
import { IconEye, IconPencil } from '@tabler/icons-react';
import { Badge } from '../../ui/badge.tsx';

/** Whether students see the results of an exam. */
export const StateBadge = ({ exam }: { readonly exam: Pick<Exam, 'publishedAt'> }) => {
  const published = exam.publishedAt !== null;
  return (
    <Badge tone={published ? 'good' : 'waiting'} icon={published ? IconEye : IconPencil}>
      {published ? 'Published' : 'Draft'}
    </Badge>
  );
};

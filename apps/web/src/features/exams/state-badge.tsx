import type { Exam } from '@campus/contract';
import { IconEye, IconPencil } from '@tabler/icons-react';
import classes from './state-badge.module.css';

/** Whether students see the results of an exam. */
export const StateBadge = ({ exam }: { readonly exam: Pick<Exam, 'publishedAt'> }) => {
  const published = exam.publishedAt !== null;
  const Icon = published ? IconEye : IconPencil;
  return (
    <span className={classes['badge']} data-published={published || undefined}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {published ? 'Published' : 'Draft'}
    </span>
  );
};

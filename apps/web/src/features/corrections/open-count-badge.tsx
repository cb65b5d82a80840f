import { useQuery } from '@tanstack/react-query';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { openCountQuery } from './corrections.api.ts';

/** The number of open requests; nothing if there are none. */
export const OpenCountBadge = () => {
  const { data = 0 } = useQuery(openCountQuery);
  return data > 0 ? (
    <>
      {data > 99 ? '99+' : data}
      <VisuallyHidden> waiting</VisuallyHidden>
    </>
  ) : null;
};

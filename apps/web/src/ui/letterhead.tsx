import { useQuery } from '@tanstack/react-query';
import { institutionQuery, logoUrl } from '../lib/institution.ts';
import classes from './letterhead.module.css';

interface LetterheadProps {
  /** With the address, for documents that leave the institution. */
  readonly full?: boolean;
}

/** The institution's letterhead on printed pages; nothing while the institution has no name. */
export const Letterhead = ({ full = false }: LetterheadProps) => {
  const { data } = useQuery(institutionQuery);
  if (!data?.name) return null;
  return (
    <span className={classes['letterhead']}>
      {data.logo !== null && <img src={logoUrl(data.logo)} alt="" />}
      <span>
        <b>{data.name}</b>
        {full && data.address !== null && <small>{data.address}</small>}
      </span>
    </span>
  );
};

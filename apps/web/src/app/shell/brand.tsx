import type { Role } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { OwnPortrait } from '../../features/profiles/picture/own-portrait.tsx';
import { institutionQuery, logoAddress } from '../../lib/institution.ts';
import { Mark } from '../../ui/mark.tsx';
import classes from './brand.module.css';

interface BrandProps {
  readonly area: Role;
  readonly collapsed: boolean;
}

/** The logo of the institution; the mark of Campus where there is none. */
const Emblem = ({ logo }: { readonly logo: string | null }) =>
  logo === null ? (
    <Mark className={classes['mark'] ?? ''} />
  ) : (
    <img className={classes['logo']} src={logoAddress(logo)} alt="" />
  );

export const Brand = ({ area, collapsed }: BrandProps) => {
  const { data: institution } = useQuery(institutionQuery);
  const [name, line] =
    area === 'teacher'
      ? ['Teacher', institution?.name ?? 'Campus']
      : ['Campus', institution?.name ?? 'Management System'];
  return (
    <div className={classes['brand']} data-collapsed={collapsed || undefined}>
      {area === 'teacher' ? (
        <OwnPortrait className={classes['portrait']} />
      ) : (
        <Emblem logo={institution?.logo ?? null} />
      )}
      {!collapsed && (
        <div>
          <div className={classes['name']}>{name}</div>
          <div className={classes['line']} title={line}>
            {line}
          </div>
        </div>
      )}
    </div>
  );
};

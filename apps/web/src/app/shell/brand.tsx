import type { Role } from '@campus/contract';
import { useState } from 'react';
import avatar from '../../assets/avatar-default.svg';
import { useStoredImage } from '../../lib/stored-image.ts';
import { Mark } from '../../ui/mark.tsx';
import classes from './brand.module.css';

/** The teacher's own picture; the default one while there is none or it cannot be shown. */
const Portrait = () => {
  const stored = useStoredImage('teacherProfileImage');
  const [broken, setBroken] = useState('');
  const source = stored && stored !== broken ? stored : avatar;
  return (
    <img
      className={classes['portrait']}
      src={source}
      alt=""
      width={38}
      height={46}
      onError={() => stored && setBroken(stored)}
    />
  );
};

interface BrandProps {
  readonly area: Role;
  readonly collapsed: boolean;
}

export const Brand = ({ area, collapsed }: BrandProps) => {
  const [name, line] = area === 'teacher' ? ['Teacher', 'Campus'] : ['Campus', 'Management System'];
  return (
    <div className={classes['brand']} data-collapsed={collapsed || undefined}>
      {area === 'teacher' ? <Portrait /> : <Mark className={classes['mark'] ?? ''} />}
      {!collapsed && (
        <div>
          <div className={classes['name']}>{name}</div>
          <div className={classes['line']}>{line}</div>
        </div>
      )}
    </div>
  );
};

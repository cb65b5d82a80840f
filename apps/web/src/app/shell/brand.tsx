import type { Role } from '@campus/contract';
import { OwnPortrait } from '../../features/profiles/picture/own-portrait.tsx';
import { Mark } from '../../ui/mark.tsx';
import classes from './brand.module.css';

interface BrandProps {
  readonly area: Role;
  readonly collapsed: boolean;
}

export const Brand = ({ area, collapsed }: BrandProps) => {
  const [name, line] = area === 'teacher' ? ['Teacher', 'Campus'] : ['Campus', 'Management System'];
  return (
    <div className={classes['brand']} data-collapsed={collapsed || undefined}>
      {area === 'teacher' ? (
        <OwnPortrait className={classes['portrait']} />
      ) : (
        <Mark className={classes['mark'] ?? ''} />
      )}
      {!collapsed && (
        <div>
          <div className={classes['name']}>{name}</div>
          <div className={classes['line']}>{line}</div>
        </div>
      )}
    </div>
  );
};

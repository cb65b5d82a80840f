import { Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Hidden } from '../../ui/hidden.tsx';
import classes from './nav-item.module.css';

interface SidebarButtonProps {
  readonly icon: Icon;
  readonly label: string;
  /** Shows the icon alone. */
  readonly collapsed: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

export const SidebarButton = (props: SidebarButtonProps) => {
  const { icon: ButtonIcon, label, collapsed, disabled = false, onClick } = props;
  return (
    <Tooltip label={label} position="right" disabled={!collapsed}>
      <button
        type="button"
        className={classes['item']}
        data-collapsed={collapsed || undefined}
        disabled={disabled}
        onClick={onClick}
      >
        <ButtonIcon className={classes['icon']} stroke={1.75} aria-hidden />
        {collapsed ? <Hidden>{label}</Hidden> : <span>{label}</span>}
      </button>
    </Tooltip>
  );
};

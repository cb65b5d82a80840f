import type { Role } from '@campus/contract';
import { Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { AreaLink } from './links.ts';
import classes from './nav-item.module.css';

interface LabelProps {
  readonly icon: Icon;
  readonly label: string;
  readonly collapsed: boolean;
}

/** When collapsed, only the icon is visible and the label is for screen readers. */
const Label = ({ icon: Drawn, label, collapsed }: LabelProps) => (
  <>
    <Drawn className={classes['icon']} stroke={1.75} aria-hidden />
    {collapsed ? <VisuallyHidden>{label}</VisuallyHidden> : <span>{label}</span>}
  </>
);

interface NavItemProps {
  readonly area: Role;
  readonly link: AreaLink;
  readonly collapsed: boolean;
  readonly onFollow?: (() => void) | undefined;
}

/** A link of the sidebar; when collapsed, a tooltip shows its name. */
export const NavItem = ({ area, link, collapsed, onFollow }: NavItemProps) => (
  <Tooltip label={link.label} position="right" disabled={!collapsed}>
    <Link
      to={`/${area}/${link.path}`}
      className={classes['item']}
      data-collapsed={collapsed || undefined}
      onClick={onFollow}
    >
      <Label {...link} collapsed={collapsed} />
      {link.badge && ' '}
      {link.badge && (
        <span className={classes['badge']}>
          <link.badge />
        </span>
      )}
    </Link>
  </Tooltip>
);

interface SidebarButtonProps extends LabelProps {
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** The same for a button. */
export const SidebarButton = ({ disabled = false, onClick, ...label }: SidebarButtonProps) => (
  <Tooltip label={label.label} position="right" disabled={!label.collapsed}>
    <button
      type="button"
      className={classes['item']}
      data-collapsed={label.collapsed || undefined}
      disabled={disabled}
      onClick={onClick}
    >
      <Label {...label} />
    </button>
  </Tooltip>
);

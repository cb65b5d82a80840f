import { PageHead } from '../../../ui/page-head.tsx';
import { ChangePasswordCard } from './change-password-card.tsx';
import classes from './change-password-card.module.css';

/** For administrators, who have no profile to put it beside. */
const AdminPasswordPage = () => (
  <>
    <PageHead title="Password" />
    <div className={classes['single']}>
      <ChangePasswordCard />
    </div>
  </>
);

export default AdminPasswordPage;

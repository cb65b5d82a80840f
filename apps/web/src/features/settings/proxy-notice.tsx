import type { UntrustedProxy } from '@campus/contract';
import { Banner } from '../../ui/banner.tsx';
import classes from './settings.module.css';

/** What to set where Campus stands behind a proxy that it was not told of. */
export const ProxyNotice = ({ header, address }: UntrustedProxy) => (
  <div className={classes['proxy']}>
    <Banner kind="error">
      Requests from {address} name another sender ({header}), which Campus does not believe: all who
      come that way count as one. If {address} is your reverse proxy, set TRUST_PROXY to this
      address and start Campus again.
    </Banner>
  </div>
);

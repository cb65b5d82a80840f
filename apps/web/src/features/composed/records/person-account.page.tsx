import { PersonAccountPage } from '../../accounts/person-account.page.tsx';
import { PersonalDataCard } from '../../privacy/personal-data-card.tsx';

/** The account of a person who has no record, such as an administrator, and their data. */
const Page = () => (
  <PersonAccountPage
    renderMore={({ personId, name }) => <PersonalDataCard personId={personId} name={name} />}
  />
);

export default Page;

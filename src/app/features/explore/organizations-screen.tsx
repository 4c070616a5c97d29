import { Screen } from '../../ui/screen.tsx';

export function ExploreOrganizationsScreen() {
  return <Screen>{null}</Screen>;
}

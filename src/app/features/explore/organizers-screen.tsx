import { Screen } from '../../ui/screen.tsx';

export function ExploreOrganizersScreen() {
  return <Screen>{null}</Screen>;
}

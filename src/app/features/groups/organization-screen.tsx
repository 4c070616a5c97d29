import { Screen } from '../../ui/screen.tsx';

export function OrganizationScreen() {
  return <Screen>{null}</Screen>;
}

import { Screen } from '../../ui/screen.tsx';

export function MyProfileScreen() {
  return <Screen>{null}</Screen>;
}

import { Screen } from '../../ui/screen.tsx';

export function EditProfileScreen() {
  return <Screen>{null}</Screen>;
}

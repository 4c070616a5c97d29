import { Screen } from '../../ui/screen.tsx';

export function UserScreen() {
  return <Screen>{null}</Screen>;
}

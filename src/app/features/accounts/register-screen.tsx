import { Screen } from '../../ui/screen.tsx';

export function RegisterScreen() {
  return <Screen>{null}</Screen>;
}

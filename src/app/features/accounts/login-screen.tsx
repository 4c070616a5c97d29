import { Screen } from '../../ui/screen.tsx';

export function LoginScreen() {
  return <Screen>{null}</Screen>;
}

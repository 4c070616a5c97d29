import { Screen } from '../../ui/screen.tsx';

export function ForgetPasswordScreen() {
  return <Screen>{null}</Screen>;
}

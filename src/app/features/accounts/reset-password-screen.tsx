import { Screen } from '../../ui/screen.tsx';

export function ResetPasswordScreen() {
  return <Screen>{null}</Screen>;
}

import { Screen } from '../../ui/screen.tsx';

export function CheckEmailScreen() {
  return <Screen>{null}</Screen>;
}

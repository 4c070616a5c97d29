import { Screen } from '../../ui/screen.tsx';

export function TeamScreen() {
  return <Screen>{null}</Screen>;
}

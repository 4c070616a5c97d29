import { Screen } from '../../ui/screen.tsx';

export function PlaceholderScreen() {
  return <Screen>{null}</Screen>;
}

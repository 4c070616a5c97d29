import { Screen } from '../../ui/screen.tsx';

export function EventScreen() {
  return <Screen>{null}</Screen>;
}

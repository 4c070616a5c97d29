import { Screen } from '../../ui/screen.tsx';

export function PublicEventScreen() {
  return <Screen>{null}</Screen>;
}

import { Screen } from '../../ui/screen.tsx';

export function ExploreScreen() {
  return <Screen>{null}</Screen>;
}

import { Screen } from '../../ui/screen.tsx';

export function ExploreEventsScreen() {
  return <Screen>{null}</Screen>;
}

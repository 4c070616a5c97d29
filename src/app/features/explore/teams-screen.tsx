import { Screen } from '../../ui/screen.tsx';

export function ExploreTeamsScreen() {
  return <Screen>{null}</Screen>;
}

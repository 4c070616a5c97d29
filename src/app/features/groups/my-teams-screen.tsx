import { Screen } from '../../ui/screen.tsx';

export function MyTeamsScreen() {
  return <Screen>{null}</Screen>;
}

import { Screen } from '../../ui/screen.tsx';

export function ExploreMembersScreen() {
  return <Screen>{null}</Screen>;
}

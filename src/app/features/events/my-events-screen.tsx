import { Screen } from '../../ui/screen.tsx';

export function MyEventsScreen() {
  return <Screen>{null}</Screen>;
}

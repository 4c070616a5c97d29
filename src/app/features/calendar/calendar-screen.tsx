import { Screen } from '../../ui/screen.tsx';

export function CalendarScreen() {
  return <Screen>{null}</Screen>;
}

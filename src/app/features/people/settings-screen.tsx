import { Screen } from '../../ui/screen.tsx';

export function SettingsScreen() {
  return <Screen>{null}</Screen>;
}

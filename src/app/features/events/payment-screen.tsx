import { Screen } from '../../ui/screen.tsx';

export function PaymentScreen() {
  return <Screen>{null}</Screen>;
}

// The icons that the first load does without: routes.tsx loads them beside every other screen.
import { bodies } from 'virtual:chrome-icons/more';
import { addIcons } from './icon.tsx';

addIcons(bodies);

import { expect, it } from 'vitest';
import { addressWithTown } from '../../src/contract/values/address.ts';

it.each([
  ['Dorpsstraat 1', 'Ghent', 'Dorpsstraat 1, Ghent'],
  ['', 'Ghent', 'Ghent'],
  ['Dorpsstraat 1', '', 'Dorpsstraat 1'],
  // With the town in the address.
  ['Dorpsstraat 1, 9000 ghent', 'Ghent', 'Dorpsstraat 1, 9000 ghent'],
  ['128 Avenue D, New York, NY 10009', 'New York', '128 Avenue D, New York, NY 10009'],
  // A street or another town that is named like it.
  ['London Road 5', 'London', 'London Road 5, London'],
  ['Hall 2, Edegem', 'Ede', 'Hall 2, Edegem, Ede'],
])('the address %j in %j is %j', (address, region, text) => {
  expect(addressWithTown({ address, region })).toBe(text);
});

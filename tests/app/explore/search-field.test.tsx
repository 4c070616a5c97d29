// The search field of a list on a device that shows each search late.
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createPath, Router, type To } from 'react-router';
import { expect, it } from 'vitest';
import { SearchField } from '../../../src/app/features/explore/filters/search-field.tsx';
import { system } from '../../../src/app/theme/system.ts';

/** The field on a page that changes only with `show`, and what the field has asked for. */
function openField() {
  const asked: string[] = [];
  const navigator = {
    createHref: (to: To) => (typeof to === 'string' ? to : createPath(to)),
    go: () => {},
    push: (to: To) => void asked.push(`push ${navigator.createHref(to)}`),
    replace: (to: To) => void asked.push(`replace ${navigator.createHref(to)}`),
  };
  const pageAt = (location: string) => (
    <ChakraProvider value={system}>
      <Router location={location} navigator={navigator}>
        <SearchField label="Search" />
      </Router>
    </ChakraProvider>
  );
  const { rerender } = render(pageAt('/explore/events'));
  const field = screen.getByRole<HTMLInputElement>('searchbox');
  const user = userEvent.setup();
  /** Types, and waits until the field has searched. */
  const search = async (text: string) => {
    const before = asked.length;
    await user.type(field, text);
    await waitFor(() => expect(asked).toHaveLength(before + 1));
  };
  const show = (location: string) => rerender(pageAt(location));
  return { asked, field, user, search, show };
}

it('a search that is shown late does not take back letters typed since', async () => {
  const { asked, field, search, show } = openField();
  await search('foo');
  await search('tball');
  show('/explore/events?q=foo');
  expect(field.value).toBe('football');
  show('/explore/events?q=football');
  expect(field.value).toBe('football');
  expect(asked).toEqual(['push /explore/events?q=foo', 'replace /explore/events?q=football']);
});

it('letters deleted before their search is shown are searched without them', async () => {
  const { asked, field, user, search } = openField();
  await search('foo');
  await user.clear(field);
  await waitFor(() => expect(asked).toEqual(['push /explore/events?q=foo', 'replace /explore/events']));
});

it('a filter chosen while the search waits for the next letter stays', async () => {
  const { asked, field, user, show } = openField();
  await user.type(field, 'foo');
  show('/explore/events?when=today');
  await waitFor(() => expect(asked).toEqual(['push /explore/events?when=today&q=foo']));
});

it('Back to an earlier search is what the field shows', async () => {
  const { field, search, show } = openField();
  await search('foo');
  show('/explore/events?q=foo');
  show('/explore/events');
  expect(field.value).toBe('');
  await search('judo');
  show('/explore/events?q=judo');
  show('/explore/events?q=foo');
  expect(field.value).toBe('foo');
});

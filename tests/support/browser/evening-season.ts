// The season that a coach plans in an evening (evening.ts): single and duplicated events, changes, and
// replies.
import { expect } from 'vitest';
import type { Visit } from './browser.ts';
import { dayAhead, type Evening } from './evening.ts';
import { attached } from './settled.ts';

/** Publishes the open form or draft; returns its path. */
async function publish({ input, page, button, sheet, look }: Evening, name?: string): Promise<string> {
  await input.press(button('Publish').first());
  await attached(page, 'dialog[open]');
  // The end moves with the start.
  await sheet.getByText(/, 18:00–19:30$/).waitFor();
  if (name) await look(`${name}-publish`);
  await input.press(sheet.getByRole('button', { name: 'Publish' }));
  await page.getByText(/^Published\./).waitFor();
  return new URL(page.url()).pathname;
}

type Plan = { kind?: string; name?: string; days?: number; place: string; isNew?: boolean };

/** Plans an event from "+"; returns its path. `more` fills in the folded groups. */
async function plan(
  eve: Evening,
  { kind, name, days, place, isNew = false }: Plan,
  more?: () => Promise<void>,
): Promise<string> {
  const { input, page, link, field } = eve;
  await input.press(link('New event').first());
  if (kind) await input.choose(field('Kind'), kind);
  if (name) await input.write(field('Name'), name);
  if (days) await input.setDay(field('Day'), dayAhead(days));
  const where = page.getByRole('combobox', { name: 'Where' });
  await where.waitFor();
  if (isNew) {
    await input.find(where, place, `Add “${place}”`);
    // The town is that of the team.
    await input.write(field('Street and number'), 'Kaai 12');
  } else if ((await where.inputValue()) !== place) await input.find(where, place, place);
  await more?.();
  return publish(eve, name);
}

/** Publishes a copy of the open event, a week later. */
async function duplicate(eve: Evening): Promise<void> {
  const { input, page, button, sheet } = eve;
  await input.press(button('More actions'));
  await input.press(button('Duplicate'));
  await input.press(sheet.getByRole('button', { name: 'Create draft' }));
  await page.getByText('This is the copy.').waitFor();
  await publish(eve);
}

/** On a phone the actions of an event are in place of the tabs. */
const toEvents = async ({ input, link }: Evening) => {
  const tab = link('Events');
  await tab.or(link('Back')).first().waitFor();
  await input.press((await tab.isVisible()) ? tab : link('Back'));
};

/**
 * Opens the first of the events with this name from the list. On a desk the first event of all is shown beside the list, and
 * what is in it goes when the page of the opened one comes.
 */
async function openEvent(eve: Evening, name: string): Promise<void> {
  await toEvents(eve);
  await eve.input.press(eve.link(new RegExp(`^${name}`)).first());
  await eve.page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Trainings and matches at three places, one of each copied, a camp and a social. */
export async function planSeason(eve: Evening): Promise<void> {
  const { input, page, button, field, group, look } = eve;
  const before = input.presses();
  await plan(eve, { place: 'Boathouse', isNew: true });
  // From "+" to the first published event, without the typing.
  expect(input.presses() - before).toBeLessThanOrEqual(6);
  await look('first-event');
  await duplicate(eve);
  await look('copy');
  await toEvents(eve);
  await plan(eve, { kind: 'Match', name: 'Home match', days: 9, place: 'Canal basin', isNew: true });
  await duplicate(eve);
  await toEvents(eve);
  await plan(eve, { name: 'Away match', days: 12, place: 'Watersportbaan', isNew: true });
  await toEvents(eve);
  await page.getByRole('heading', { name: 'My Events' }).waitFor();
  await look('my-events');
  await plan(eve, { kind: 'Camp', name: 'Spring camp', days: 40, place: 'Boathouse' }, async () => {
    await input.press(group('price'));
    for (const [index, [who, amount]] of [['Members', '60'] as const, ['Guests', '75'] as const].entries()) {
      await input.press(button(index === 0 ? 'Add a price' : 'Add another price'));
      const price = page.getByRole('group', { name: `Price ${index + 1}` });
      await input.write(price.getByLabel('Who pays this price'), who);
      await input.write(price.getByLabel('Price', { exact: true }), amount);
      await input.press(price.getByRole('radio', { name: '7 days before' }));
    }
    await look('prices');
  });
  await page.getByText('Members €60 · Guests €75').waitFor();
  await look('camp');
  await toEvents(eve);
  await plan(eve, { kind: 'Social', name: 'Supper', days: 30, place: 'Boathouse' }, async () => {
    await input.press(group('places'));
    // An invalid field gets the focus.
    await input.write(field('How many can come'), 'many');
    await input.press(button('Publish'));
    await expect
      .poll(() => field('How many can come').evaluate((one) => one === document.activeElement))
      .toBe(true);
    await look('wrong-number');
    await input.write(field('How many can come'), '40');
    if (!(await field('Waitlist').isChecked())) await input.press(field('Waitlist'));
    await look('places-and-waitlist');
  });
  await page
    .getByText(/of 40 places/)
    .first()
    .waitFor();
}

/**
 * Moves a training, changes a place, postpones a match and cancels another; the guest is notified of each.
 */
export async function changeSeason(eve: Evening, guest: Visit): Promise<void> {
  const { input, page, button, link, field, sheet, look } = eve;
  await openEvent(eve, 'Training');
  await input.press(link('Edit'));
  await input.setDay(field('Day'), dayAhead(2));
  await input.find(page.getByRole('combobox', { name: 'Where' }), 'Canal', /^Canal basin/);
  await input.press(button('Save'));
  await sheet.getByText('One person is notified now.').waitFor();
  await look('save-changes');
  await input.press(button('Save changes'));
  await page.getByText('Saved.').waitFor();
  await look('moved');

  // Changing a place changes all its future events.
  await toEvents(eve);
  await input.press(link(/^My profile/));
  await input.press(link('My settings'));
  await input.press(link('My places'));
  await button('Edit Canal basin').waitFor();
  await look('my-places');
  await input.press(button('Edit Canal basin'));
  await sheet.waitFor();
  await input.write(sheet.getByLabel('Name', { exact: true }), 'Canal dock');
  await input.write(sheet.getByLabel('Street and number'), 'Dok Noord 7');
  await look('edit-place');
  await input.press(sheet.getByRole('button', { name: 'Save' }));
  await page.getByText('Canal dock is saved for all upcoming events.').waitFor();
  await openEvent(eve, 'Home match');
  await page.getByText('Canal dock').first().waitFor();
  await page.getByText('Dok Noord 7').first().waitFor();

  await input.press(button('More actions'));
  await input.press(button('Postpone'));
  await sheet.getByRole('heading', { name: /^Postpone/ }).waitFor();
  await look('postpone');
  await input.press(sheet.getByRole('button', { name: 'Postpone' }));
  await link('Set a new date').waitFor();
  await look('postponed');
  await openEvent(eve, 'Away match');
  await input.press(button('More actions'));
  await input.press(button('Cancel this event'));
  await input.write(sheet.getByLabel('Reason (optional)'), 'The other club has no crew.');
  await look('cancel');
  await input.press(button('Cancel the event'));
  await page.getByText('The other club has no crew.').waitFor();
  await look('cancelled');
  await guest.page.goto('/my/notifications');
  await guest.page.getByText('Training has changed').first().waitFor();
  await guest.page.getByText('Home match is postponed').first().waitFor();
  await guest.page
    .getByText(/Away match (is|was) cancelled/)
    .first()
    .waitFor();
}

/** Replies: the coach replies for one person and reminds the guest, who then replies. */
export async function seeWhoComes(eve: Evening, guest: Visit): Promise<void> {
  const { input, page, button, look } = eve;
  await openEvent(eve, 'Training');
  await input.press(page.locator('summary').filter({ hasText: 'No answer' }));
  await look('no-answer');
  await input.press(button('Going: Ada Roos'));
  await page.getByText('Ada Roos is going.').waitFor();
  await input.press(page.locator('summary').filter({ hasText: 'Going' }));
  await page.getByText('No account · Answered by you').waitFor();
  await input.press(button('Remind 1'));
  await page.getByText('Reminded 1 person.').waitFor();
  await look('reminded');
  await guest.page.goto(new URL(page.url()).pathname);
  await guest.page.getByRole('button', { name: 'Going', exact: true }).click();
  await guest.page.getByText("You're in", { exact: true }).waitFor();
  await page.reload();
  const counted = page
    .locator('dl > div')
    .filter({ has: page.getByRole('button', { name: 'Going', exact: true }) });
  await expect.poll(() => counted.locator('dd').textContent()).toBe('2');
  await look('who-comes');
}

// The season that a coach plans in an evening (evening.ts): single and duplicated events, changes, and
// replies.
import { expect } from 'vitest';
import type { Visit } from './browser.ts';
import { dayAhead, type Evening } from './evening.ts';

/** Publishes the open form or draft; returns its path. */
async function publish({ hand, page, button, sheet, look }: Evening, name?: string): Promise<string> {
  await hand.press(button('Publish').first());
  await sheet.waitFor();
  // The end moves with the start.
  await sheet.getByText(/, 18:00–19:30$/).waitFor();
  if (name) await look(`${name}-publish`);
  await hand.press(sheet.getByRole('button', { name: 'Publish' }));
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
  const { hand, page, link, field } = eve;
  await hand.press(link('New event').first());
  if (kind) await hand.choose(field('Kind'), kind);
  if (name) await hand.write(field('Name'), name);
  if (days) await hand.setDay(field('Day'), dayAhead(days));
  const where = page.getByRole('combobox', { name: 'Where' });
  await where.waitFor();
  if (isNew) {
    await hand.find(where, place, `Add “${place}”`);
    // The town is that of the team.
    await hand.write(field('Street and number'), 'Kaai 12');
  } else if ((await where.inputValue()) !== place) await hand.find(where, place, place);
  await more?.();
  return publish(eve, name);
}

/** Publishes a copy of the open event, a week later. */
async function duplicate(eve: Evening): Promise<void> {
  const { hand, page, button, sheet } = eve;
  await hand.press(button('Duplicate'));
  await hand.press(sheet.getByRole('button', { name: 'Make a draft' }));
  await page.getByText('This is the copy.').waitFor();
  await publish(eve);
}

const toEvents = async ({ hand, link }: Evening) => hand.press(link('Events'));

/** Ten trainings and matches at three places, a camp and a social. */
export async function planSeason(eve: Evening): Promise<void> {
  const { hand, page, button, field, group, look } = eve;
  const before = hand.presses();
  await plan(eve, { place: 'Boathouse', isNew: true });
  // From "+" to the first published event, without the typing.
  expect(hand.presses() - before).toBeLessThanOrEqual(6);
  await look('first-event');
  await duplicate(eve);
  await look('copy');
  await duplicate(eve);
  await duplicate(eve);
  await toEvents(eve);
  await plan(eve, { kind: 'Match', name: 'Home match', days: 9, place: 'Canal basin', isNew: true });
  await duplicate(eve);
  await duplicate(eve);
  await toEvents(eve);
  await plan(eve, { name: 'Away match', days: 12, place: 'Watersportbaan', isNew: true });
  await duplicate(eve);
  await duplicate(eve);
  await toEvents(eve);
  await page.getByRole('heading', { name: 'My Events' }).waitFor();
  await look('my-events');
  await plan(eve, { kind: 'Camp', name: 'Spring camp', days: 40, place: 'Boathouse' }, async () => {
    await hand.press(group('price'));
    for (const [index, [who, amount]] of [['Members', '60'] as const, ['Guests', '75'] as const].entries()) {
      await hand.press(button(index === 0 ? 'Add a price' : 'Add another price'));
      const price = page.getByRole('group', { name: `Price ${index + 1}` });
      await hand.write(price.getByLabel('Who pays it'), who);
      await hand.write(price.getByLabel('Price', { exact: true }), amount);
      await hand.press(price.getByRole('radio', { name: '7 days before' }));
    }
    await look('prices');
  });
  await page.getByText('Members €60 · Guests €75').waitFor();
  await look('camp');
  await toEvents(eve);
  await plan(eve, { kind: 'Social', name: 'Supper', days: 30, place: 'Boathouse' }, async () => {
    await hand.press(group('places'));
    // An invalid field gets the focus.
    await hand.write(field('How many can come'), 'many');
    await hand.press(button('Publish'));
    await expect
      .poll(() => field('How many can come').evaluate((one) => one === document.activeElement))
      .toBe(true);
    await look('wrong-number');
    await hand.write(field('How many can come'), '40');
    if (!(await field('Waitlist').isChecked())) await hand.press(field('Waitlist'));
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
  const { hand, page, button, link, field, sheet, look } = eve;
  await toEvents(eve);
  await hand.press(link(/^Training/).first());
  await hand.press(link('Edit'));
  await hand.setDay(field('Day'), dayAhead(2));
  await hand.find(page.getByRole('combobox', { name: 'Where' }), 'Canal', /^Canal basin/);
  await hand.press(button('Save'));
  await sheet.getByText('One person is notified now.').waitFor();
  await look('save-changes');
  await hand.press(button('Save changes'));
  await page.getByText('Saved.').waitFor();
  await look('moved');

  // Changing a place changes all its future events.
  await hand.press(link(/^Me\b/));
  await hand.press(link('My settings'));
  await hand.press(link('My places'));
  await button('Edit Canal basin').waitFor();
  await look('my-places');
  await hand.press(button('Edit Canal basin'));
  await sheet.waitFor();
  await hand.write(sheet.getByLabel('Name', { exact: true }), 'Canal dock');
  await hand.write(sheet.getByLabel('Street and number'), 'Dok Noord 7');
  await look('edit-place');
  await hand.press(sheet.getByRole('button', { name: 'Save' }));
  await page.getByText('Canal dock is saved for all events to come.').waitFor();
  await toEvents(eve);
  await hand.press(link(/^Home match/).first());
  await page.getByText('Canal dock').first().waitFor();
  await page.getByText('Dok Noord 7').first().waitFor();

  await hand.press(button('Postpone'));
  await sheet.waitFor();
  await look('postpone');
  await hand.press(sheet.getByRole('button', { name: 'Postpone' }));
  await link('Set a new date').waitFor();
  await look('postponed');
  await toEvents(eve);
  await hand.press(link(/^Away match/).first());
  await hand.press(button('Cancel this event'));
  await hand.write(sheet.getByLabel('Why (optional)'), 'The other club has no crew.');
  await look('cancel');
  await hand.press(button('Cancel the event'));
  await page.getByText('The other club has no crew.').waitFor();
  await look('cancelled');
  await guest.page.goto('/my/notifications');
  await guest.page.getByText('Training has changed').first().waitFor();
  await guest.page.getByText('Home match has changed').first().waitFor();
  await guest.page
    .getByText(/Away match (is|was) cancelled/)
    .first()
    .waitFor();
}

/** Replies: the coach replies for one person and reminds the guest, who then replies. */
export async function seeWhoComes(eve: Evening, guest: Visit): Promise<void> {
  const { hand, page, button, link, look } = eve;
  await toEvents(eve);
  await hand.press(link(/^Training/).first());
  await hand.press(page.locator('summary').filter({ hasText: 'No answer' }));
  await look('no-answer');
  await hand.press(button('Going: Ada Roos'));
  await page.getByText('Ada Roos is going.').waitFor();
  await hand.press(page.locator('summary').filter({ hasText: 'Going' }));
  await page.getByText('No account · Answered by you').waitFor();
  await hand.press(button('Remind 1'));
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

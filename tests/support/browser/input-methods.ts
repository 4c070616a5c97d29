// Two ways to use the product: touch on a phone, and a keyboard on a desktop. A scenario is written once and
// runs with both.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { keepsFocus, settled } from './settled.ts';

export type Picture = { name: string; mimeType: string; buffer: Buffer };

export type InputMethod = {
  page: Page;
  /** Number of presses; typing does not count. */
  presses(): number;
  /** Opens an address, like a link in a mail, and waits until the page is hydrated: before that a press may do nothing. */
  open(path: string): Promise<void>;
  /** A button, link, summary, check box or radio button. */
  press(control: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
  choose(select: Locator, option: string): Promise<void>;
  /** `day`: `YYYY-MM-DD`. */
  setDay(field: Locator, day: string): Promise<void>;
  /** Picks an option of the list that typing `text` into `field` opens. */
  find(field: Locator, text: string, option: string | RegExp): Promise<void>;
  attach(field: Locator, picture: Picture): Promise<void>;
};

/** Chrome searches an option by the letters typed so far, and starts again after this pause: a busy machine may make one. */
const typeAheadMs = 1000;

const optionOf = (page: Page, name: string | RegExp) =>
  page.getByRole('listbox').getByRole('option', { name });

export function touch(page: Page): InputMethod {
  let presses = 0;
  const press = async (control: Locator) => {
    presses += 1;
    await standsStill(control);
    await control.tap();
  };
  /** The phone's "next" key moves the focus; without one it takes a tap. */
  const enter = async (field: Locator) => {
    if (!(await field.evaluate((one) => one === document.activeElement))) await press(field);
  };
  return {
    page,
    presses: () => presses,
    open: async (path) => {
      await page.goto(path);
      await settled(page);
    },
    press,
    write: async (field, text) => {
      await enter(field);
      await field.fill(text);
    },
    choose: async (select, option) => void (await select.selectOption({ label: option })),
    setDay: (field, day) => field.fill(day),
    find: async (field, text, option) => {
      await enter(field);
      await field.fill(text);
      await press(optionOf(page, option));
    },
    attach: (field, picture) => field.setInputFiles(picture),
  };
}

/**
 * Waits until the sheet of a control has moved in. On a busy machine its first two frames are alike, and a tap that is meant for
 * them comes when the control is elsewhere.
 */
const standsStill = (control: Locator) =>
  control.evaluate(async (one) => {
    await Promise.allSettled(
      one
        .closest('dialog')
        ?.getAnimations()
        .map(({ finished }) => finished) ?? [],
    );
  });

/** Keyboard only: every control is reached with Tab, so an unreachable one fails. */
export function keyboard(page: Page): InputMethod {
  let presses = 0;
  /** A page that was just loaded has no focus yet. */
  let isFresh = false;
  // Turns off the browser's own dialog before any press.
  page.on('filechooser', () => {});

  const reach = async (control: Locator) => {
    await control.waitFor();
    if (!isFresh) await expectFocus(page);
    isFresh = false;
    for (let tries = 0; tries < 40; tries += 1) {
      const steps = await control.evaluate(stepsTo);
      if (steps === 0) return expectSeen(control);
      for (let step = 0; step < Math.abs(steps); step += 1)
        await page.keyboard.press(steps > 0 ? 'Tab' : 'Shift+Tab');
    }
    throw new Error(`Tab does not reach ${control}.`);
  };
  const press = async (control: Locator) => {
    presses += 1;
    await reach(control);
    const type = await control.evaluate((one) => (one instanceof HTMLInputElement ? one.type : ''));
    if (type === 'radio')
      for (let tries = 0; tries < 20 && !(await control.isChecked()); tries += 1)
        await page.keyboard.press('ArrowRight');
    else await page.keyboard.press(type === 'checkbox' ? 'Space' : 'Enter');
  };
  const write = async (field: Locator, text: string) => {
    await reach(field);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  };
  return {
    page,
    presses: () => presses,
    open: async (path) => {
      await page.goto(path);
      await settled(page);
      await keepsFocus(page);
      isFresh = true;
    },
    press,
    write,
    choose: async (select, option) => {
      await reach(select);
      const chosen = () => select.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.label);
      for (let tries = 0; tries < 3 && (tries === 0 || (await chosen()) !== option); tries += 1) {
        if (tries > 0) await page.waitForTimeout(typeAheadMs + 100);
        await page.keyboard.type(option);
        // A space that comes after a pause opens the list.
        if (await select.evaluate((one) => one.matches(':open'))) await page.keyboard.press('Escape');
      }
      expect(await chosen()).toBe(option);
    },
    setDay: async (field, day) => {
      const [year = '', month = '', date = ''] = day.split('-');
      // The order of the date parts follows the browser's language.
      for (const order of [month + date, date + month]) {
        await reach(field);
        for (let part = 0; part < 3; part += 1) await page.keyboard.press('ArrowLeft');
        await page.keyboard.type(order + year);
        if ((await field.inputValue()) === day) return;
      }
      expect(await field.inputValue()).toBe(day);
    },
    find: async (field, text, option) => {
      await write(field, text);
      const wanted = optionOf(page, option);
      for (let tries = 0; tries < 20; tries += 1) {
        await page.keyboard.press('ArrowDown');
        if ((await wanted.getAttribute('data-active')) !== null) break;
      }
      await page.keyboard.press('Enter');
    },
    attach: async (field, picture) => {
      await reach(field);
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
      await chooser.setFiles(picture);
    },
  };
}

/** After every action the focus is inside the page; a new screen sets it after its first render. */
async function expectFocus(page: Page): Promise<void> {
  const isLost = () => page.evaluate(() => document.activeElement === document.body);
  await expect.poll(isLost, { message: `the focus is lost at ${page.url()}` }).toBe(false);
}

/** The focused element shows its focus, and is not hidden (WCAG 2.4.7, 2.4.11). */
async function expectSeen(control: Locator): Promise<void> {
  await expect
    .poll(() =>
      control.evaluate(() => {
        const { activeElement: focused } = document;
        if (!focused) return 'has no focus';
        const around = [focused, focused.parentElement, focused.parentElement?.parentElement];
        const styles = around.flatMap((line) => (line ? [getComputedStyle(line)] : []));
        // The link of a card marks the whole card.
        const hasRing = [...styles, getComputedStyle(focused, '::after')].some(
          ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
        );
        const { left, top, width, height } = focused.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
        const isSeen = found !== null && (found.contains(focused) || focused.contains(found));
        return hasRing && isSeen ? 'seen' : `${hasRing ? '' : 'no ring '}${isSeen ? '' : 'hidden'}`;
      }),
    )
    .toBe('seen');
}

/**
 * How many presses of Tab, or Shift+Tab if negative, lead from the focus to this control; 0 if it has the
 * focus.
 */
function stepsTo(control: Element): number {
  const isRadio = (one: Element): one is HTMLInputElement =>
    one instanceof HTMLInputElement && one.type === 'radio';
  const isSameGroup = (one: Element, other: Element) =>
    isRadio(one) && isRadio(other) && one.name === other.name;
  const focused = document.activeElement ?? document.body;
  if (focused === control || isSameGroup(focused, control)) return 0;
  const isAfter = (focused.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const stops = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button:enabled, input:enabled, select:enabled, textarea, summary, [tabindex="0"]',
    ),
  ].filter(
    (one, index, all) =>
      one.tabIndex >= 0 &&
      one.checkVisibility({ visibilityProperty: true }) &&
      one.closest('[inert]') === null &&
      !(isRadio(one) && all[index - 1] && isSameGroup(one, all[index - 1] as Element)),
  );
  const between = stops.filter((one) => {
    const isPastFocus = (focused.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const isPastControl = (control.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    return one !== focused && one !== control && isPastFocus === isAfter && isPastControl !== isAfter;
  });
  return (between.filter((one) => !isSameGroup(one, control)).length + 1) * (isAfter ? 1 : -1);
}

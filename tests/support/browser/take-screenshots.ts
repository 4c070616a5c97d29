// `npm run screenshots`: the two pictures of the manifest and the README, taken of the built product with demo data.
import { chromium, type Page } from 'playwright-core';
import { freePort } from '../product/free-port.ts';
import { endAll, newFolder, start } from '../product/server-process.ts';
import { pathOf } from './programs.ts';

const folder = 'public/screenshots';

/** `wide` and `high` in CSS pixels; the picture has `scale` times as many, as the manifest says. */
const pictures = [
  { name: 'explore-narrow', wide: 412, high: 915, scale: 1.5, arrange: showWeekend },
  { name: 'event-wide', wide: 1280, high: 800, scale: 1, arrange: chooseEvent },
];

async function showWeekend(page: Page): Promise<void> {
  await page.goto('/explore/events?when=weekend');
  await page.getByRole('link', { name: 'This weekend' }).waitFor();
}

async function chooseEvent(page: Page): Promise<void> {
  await page.goto('/explore/events?hasPlaces=true');
  const events = page.getByRole('main').locator('a[href^="/events/"]');
  await events.nth(3).click();
  await page
    .getByText('places taken')
    .or(page.getByText(/\d places left/))
    .first()
    .waitFor();
}

const executablePath = pathOf('chromium');
const port = await freePort();
try {
  const env = { PORT: String(port), DATA_DIR: newFolder(), DEMO_DATA: 'on', NODE_ENV: 'production' };
  await start(env);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  for (const { name, wide, high, scale, arrange } of pictures) {
    const page = await browser.newPage({
      baseURL: `http://localhost:${port}`,
      viewport: { width: wide, height: high },
      deviceScaleFactor: scale,
      // A phone shows no scroll bar.
      isMobile: wide < 600,
      locale: 'en-GB',
      timezoneId: 'Europe/Brussels',
    });
    await arrange(page);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    const path = `${folder}/${name}.png`;
    await page.screenshot({ path, animations: 'disabled' });
    console.log(path);
  }
  await browser.close();
} finally {
  await endAll();
}

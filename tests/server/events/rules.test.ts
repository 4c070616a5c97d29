import { describe, expect, it } from 'vitest';
import { phaseOf, remainingSeats } from '../../../src/server/events/can-rules.ts';
import { daysOf, instantNear, refundUntilOf, storedInstant } from '../../../src/server/events/rules.ts';
import { deviceOf } from '../../../src/server/me/rules.ts';
import { adultBornBy } from '../../../src/server/people/rules.ts';
import { parseMarkdown } from '../../../src/server/text/markdown.ts';

describe('the rules of an event', () => {
  it('status: upcoming until the start, in progress until the end, then ended', () => {
    const event = { starts_at: '2026-11-21T10:00:00.000Z', ends_at: '2026-11-21T11:00:00.000Z' };
    expect(phaseOf(event, '2026-11-21T09:59:59.999Z')).toBe('upcoming');
    expect(phaseOf(event, '2026-11-21T10:00:00.000Z')).toBe('inProgress');
    expect(phaseOf(event, '2026-11-21T10:59:59.999Z')).toBe('inProgress');
    expect(phaseOf(event, '2026-11-21T11:00:00.000Z')).toBe('ended');
  });

  it('places left: none when overbooked, and no number without a limit', () => {
    expect(remainingSeats(10, 4)).toBe(6);
    expect(remainingSeats(3, 5)).toBe(0);
    expect(remainingSeats(null, 5)).toBeNull();
  });

  it('the refund deadline is counted in local time, across both clock changes', () => {
    // Brussels leaves summer time on 25 October 2026 and enters it on 28 March 2027.
    expect(refundUntilOf('2026-10-25T17:00:00.000Z', 'Europe/Brussels', 'P1D')).toBe(
      '2026-10-24T16:00:00.000Z',
    );
    expect(refundUntilOf('2026-10-25T17:00:00.000Z', 'Europe/Brussels', 'PT24H')).toBe(
      '2026-10-24T17:00:00.000Z',
    );
    expect(refundUntilOf('2027-03-28T16:00:00.000Z', 'Europe/Brussels', 'P2D')).toBe(
      '2027-03-26T17:00:00.000Z',
    );
    expect(refundUntilOf('2026-11-28T10:00:00.000Z', 'UTC', 'P1W')).toBe('2026-11-21T10:00:00.000Z');
    expect(refundUntilOf('2026-11-28T10:00:00.000Z', 'UTC', null)).toBeNull();
  });

  it('day filters use the local day of the requested zone', () => {
    const sunday = new Date('2026-10-25T00:30:00.000Z');
    expect(daysOf('today', 'Europe/Brussels', sunday)).toEqual({ from: '2026-10-25', to: '2026-10-25' });
    // The day that has 25 hours is one day, and its last hour belongs to it.
    expect(daysOf('today', 'Europe/Brussels', new Date('2026-10-25T22:59:59.000Z')).from).toBe('2026-10-25');
    expect(daysOf('today', 'Europe/Brussels', new Date('2026-10-25T23:00:00.000Z')).from).toBe('2026-10-26');
    expect(daysOf('today', 'America/New_York', sunday).from).toBe('2026-10-24');
    expect(daysOf('tomorrow', 'Europe/Brussels', sunday)).toEqual({ from: '2026-10-26', to: '2026-10-26' });
    expect(daysOf('weekend', 'Europe/Brussels', sunday)).toEqual({ from: '2026-10-25', to: '2026-10-25' });
    expect(daysOf('weekend', 'America/New_York', sunday)).toEqual({ from: '2026-10-24', to: '2026-10-25' });
    const beforeEvening = new Date('2026-10-25T17:59:00+01:00');
    const evening = new Date('2026-10-25T18:00:00+01:00');
    expect(daysOf('weekend', 'Europe/Brussels', beforeEvening).from).toBe('2026-10-25');
    expect(daysOf('weekend', 'Europe/Brussels', evening)).toEqual({ from: '2026-10-31', to: '2026-11-01' });
    expect(daysOf('weekend', 'America/New_York', evening).from).toBe('2026-10-25');
    expect(daysOf('weekend', 'UTC', new Date('2026-10-26T12:00:00Z'))).toEqual({
      from: '2026-10-31',
      to: '2026-11-01',
    });
    expect(daysOf('week', 'UTC', sunday)).toEqual({ from: '2026-10-25', to: '2026-10-31' });
  });

  it('instants for look-ups are valid on every database', () => {
    expect(instantNear('0000-01-01', -2)).toBe('1970-01-01T00:00:00.000Z');
    expect(instantNear('9999-12-31', 3)).toBe('2999-12-31T00:00:00.000Z');
    expect(instantNear('2026-03-01', -2)).toBe('2026-02-27T00:00:00.000Z');
    expect(storedInstant('2026-11-21T10:00:00Z')).toBe('2026-11-21T10:00:00.000Z');
    expect(storedInstant('0000-02-29T10:00:00Z')).toBe('1000-01-01T00:00:00.000Z');
  });
});

describe('the adult rule', () => {
  it('changes on the 18th birthday, and on 1 March for birthdays on 29 February', () => {
    expect(adultBornBy(new Date('2026-11-21T23:59:59Z'))).toBe('2008-11-21');
    expect('2008-02-29' <= adultBornBy(new Date('2026-02-28T12:00:00Z'))).toBe(false);
    expect('2008-02-29' <= adultBornBy(new Date('2026-03-01T00:00:00Z'))).toBe(true);
    expect(adultBornBy(new Date('2028-02-29T12:00:00Z'))).toBe('2010-02-28');
  });
});

describe('the device name', () => {
  it('is short and plain', () => {
    const names: [string, string][] = [
      [
        'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
        'Chrome on Android',
      ],
      [
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
        'Safari on iPhone',
      ],
      [
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
        'Edge on Windows',
      ],
      ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
      ['curl/8.0', 'Unknown device'],
      ['', 'Unknown device'],
    ];
    for (const [agent, name] of names) expect(deviceOf(agent)).toBe(name);
  });
});

describe('a description in Markdown', () => {
  it('becomes paragraphs, headings and lists with their marks', () => {
    expect(
      parseMarkdown(
        '# Bring\n\nWater and **good *shoes***, see [the site](https://a.example/x?y=1).\n\n1. one\n2. two\n   - deep\n\n> quoted',
      ),
    ).toEqual([
      { type: 'heading', children: [{ text: 'Bring' }] },
      {
        type: 'paragraph',
        children: [
          { text: 'Water and ' },
          { text: 'good ', strong: true },
          { text: 'shoes', strong: true, emphasis: true },
          { text: ', see ' },
          { text: 'the site', href: 'https://a.example/x?y=1' },
          { text: '.' },
        ],
      },
      {
        type: 'list',
        ordered: true,
        items: [[{ text: 'one' }], [{ text: 'two' }, { text: '\n' }, { text: 'deep' }]],
      },
      { type: 'paragraph', children: [{ text: 'quoted' }] },
    ]);
    expect(parseMarkdown('')).toEqual([]);
  });

  it('drops raw HTML and links that could run scripts or lead to other schemes', () => {
    expect(parseMarkdown('<script>alert(1)</script>')).toEqual([]);
    expect(parseMarkdown('a <b onclick="x">b</b> c')).toEqual([
      { type: 'paragraph', children: [{ text: 'a b c' }] },
    ]);
    for (const url of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '/login',
      '//evil.example',
      'java\tscript:x',
    ])
      expect(JSON.stringify(parseMarkdown(`[x](<${url}>)`))).not.toContain('href');
    expect(parseMarkdown('[m](mailto:a@b.example)')).toEqual([
      { type: 'paragraph', children: [{ text: 'm', href: 'mailto:a@b.example' }] },
    ]);
    expect(parseMarkdown('![photo](https://a.example/p.png)')).toEqual([
      { type: 'paragraph', children: [{ text: 'photo' }] },
    ]);
  });

  it('survives deeply nested texts', () => {
    for (const text of ['>'.repeat(5000), '*a **b '.repeat(2000), '['.repeat(5000), '- '.repeat(2000)])
      expect(parseMarkdown(text)).toBeInstanceOf(Array);
  });
});

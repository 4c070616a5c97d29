// The server's refusals in words.
import { describe, expect, it } from 'vitest';
import { refusalText } from '../../../src/app/format/words/refusals.ts';

const invalid = { code: 'validation_failed', message: 'Check the fields that are marked.' };

describe('refusalText', () => {
  it('says what is wrong with the fields, each message once and as a sentence', () => {
    const fields = [
      { path: 'marks.0.personId', message: "This person isn't part of this event" },
      { path: 'marks.1.personId', message: "This person isn't part of this event" },
      { path: 'marks.1.reason', message: 'Say why.' },
    ];
    expect(refusalText({ ...invalid, fields })).toBe("This person isn't part of this event. Say why.");
  });

  it('says the message of a refusal that names no field', () => {
    expect(refusalText({ ...invalid, fields: [] })).toBe('Check the fields that are marked.');
    expect(refusalText({ code: 'not_permitted', message: 'Only coaches can.' })).toBe('Only coaches can.');
    expect(refusalText({ code: 'refused', message: '' })).toBe("The server didn't accept this.");
  });

  it('has its own texts for known codes', () => {
    const fields = [{ path: 'response', message: 'Full' }];
    expect(refusalText({ code: 'event_full', message: 'Full', fields })).toBe("It's full by now.");
  });
});

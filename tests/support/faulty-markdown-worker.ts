// A fake of the Markdown worker thread: hangs on `hang`, dies on `die`, and returns any other text as one
// paragraph.
import { answerWith } from '../../src/server/text/parse-in-thread.ts';

answerWith((markdown: string) => {
  if (markdown === 'die') process.exit(1);
  while (markdown === 'hang');
  return [{ type: 'paragraph', children: [{ text: markdown }] }];
});

// Stands in for the thread that parses Markdown: hangs on `hang`, dies on `die`, and answers anything else as one paragraph.
import { answerWith } from '../../src/server/text/parse-in-thread.ts';

answerWith((markdown: string) => {
  if (markdown === 'die') process.exit(1);
  while (markdown === 'hang');
  return [{ type: 'paragraph', children: [{ text: markdown }] }];
});

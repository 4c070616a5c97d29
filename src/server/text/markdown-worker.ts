// The worker thread that parses Markdown into blocks.
import { parseMarkdown } from './markdown.ts';
import { answerWith } from './parse-in-thread.ts';

answerWith(parseMarkdown);

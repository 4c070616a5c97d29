// The thread that parses Markdown: one text in, its blocks out.
import { parseMarkdown } from './markdown.ts';
import { answerWith } from './parse-in-thread.ts';

answerWith(parseMarkdown);

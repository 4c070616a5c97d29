// Formatted text as data: the server parses Markdown to blocks, so that the API never sends HTML.
import { z } from 'zod';

/** A run of text with its marks; `href` is https, http or mailto. */
export const InlineSchema = z.object({
  text: z.string(),
  strong: z.literal(true).optional(),
  emphasis: z.literal(true).optional(),
  href: z.string().optional(),
});
export type Inline = z.infer<typeof InlineSchema>;

export const BlockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('paragraph'), children: z.array(InlineSchema) }),
  z.object({ type: z.literal('heading'), children: z.array(InlineSchema) }),
  z.object({ type: z.literal('list'), ordered: z.boolean(), items: z.array(z.array(InlineSchema)) }),
]);
export type Block = z.infer<typeof BlockSchema>;

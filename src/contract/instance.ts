// Public settings of this instance: its name, its registration mode and the operator's texts.
import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { BlockSchema } from './text.ts';
import { registrationModes, siteTexts } from './values/enums.ts';

export const instanceEndpoints = endpoints({
  'GET /api/instance': {
    operationId: 'getInstance',
    summary: 'The name of this instance, who may create an account, and which texts of its operator it has.',
    tag: 'system',
    access: 'public',
    offline: 'public',
    status: 200,
    answer: z.object({
      name: z.string(),
      registration: z.enum(registrationModes),
      texts: z.array(z.enum(siteTexts)),
    }),
    problems: [],
  },
  'GET /api/instance/{text}': {
    operationId: 'getSiteText',
    summary: "A text of the instance's operator. 404 where the operator has not set it.",
    tag: 'system',
    access: 'public',
    offline: 'public',
    params: z.object({ text: z.enum(siteTexts) }),
    status: 200,
    answer: z.object({ blocks: z.array(BlockSchema) }),
    problems: [],
  },
});

import { z } from 'zod'

/** How scanning code is kept from harm: what was in force on the machine that scanned. */
export const IsolationInForce = z
  .object({
    kind: z.enum(['child-process', 'child-process-without-network']).meta({
      description:
        'Files of the project are parsed in processes that die with the scan, one scan each; where the ' +
        'system allows it, without a network.',
    }),
    bounds: z
      .array(z.string())
      .meta({ description: 'Each bound that was in force, for people.', examples: [['no network', '10 s a file']] }),
  })
  .meta({ id: 'IsolationInForce', description: 'How the code that parses files is kept apart from the service.' })
export type IsolationInForce = z.infer<typeof IsolationInForce>

import { z } from 'zod'

/** The isolation that was active on the machine that ran the scan. */
export const IsolationInForce = z
  .object({
    kind: z.enum(['child-process', 'child-process-without-network']).meta({
      description:
        'Kind of isolation. Files of the project are parsed in separate processes that serve one scan each and ' +
        'end with it. `child-process-without-network`: these processes have no network.',
    }),
    bounds: z
      .array(z.string())
      .meta({ description: 'Restrictions that were active, as text.', examples: [['no network', '10 s a file']] }),
  })
  .meta({ id: 'IsolationInForce', description: 'Isolation of the processes that parse files of the project.' })
export type IsolationInForce = z.infer<typeof IsolationInForce>

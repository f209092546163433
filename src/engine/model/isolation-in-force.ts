import { z } from 'zod'

/** The isolation that was active on the machine that ran the scan. */
export const IsolationInForce = z
  .object({
    kind: z.enum(['child-process', 'child-process-without-network', 'confined-child-process']).meta({
      description:
        'Kind of isolation. Project files are parsed in separate processes. Each process serves a single ' +
        'scan and exits when the scan ends. `child-process-without-network`: these processes have no network ' +
        'access. `confined-child-process`: the kernel also refuses system calls that open files, start programs, or ' +
        'reach other processes.',
    }),
    bounds: z.array(z.string()).meta({
      description: 'Human-readable list of active restrictions.',
      examples: [['no network', '10 s per file']],
    }),
  })
  .meta({ id: 'IsolationInForce', description: 'How the processes that parse project files are isolated.' })
export type IsolationInForce = z.infer<typeof IsolationInForce>

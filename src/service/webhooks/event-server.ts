import { z } from 'zod'

/** The server of the registry that an event tells of. */
export const EventServer = z
  .object({
    id: z.uuid().meta({ description: 'Id of the server.', examples: ['0b9e1c52-7a3f-4d6e-9a41-5c2f8e7d3b10'] }),
    slug: z.string().meta({ description: 'Names it in paths; never changes hands.', examples: ['npm-server'] }),
    name: z.string().meta({ description: 'Its name.', examples: ['server'] }),
  })
  .meta({ id: 'EventServer', description: 'The server of the registry that an event tells of.' })

/** The version of a server to which something applies. */
export const EventVersion = z
  .object({
    version: z.string().meta({ description: 'Package version or commit.', examples: ['1.1.0'] }),
    scanId: z.string().meta({ description: 'The scan that examined it.' }),
  })
  .meta({ id: 'EventVersion', description: 'A version of a server, and the scan that examined it.' })

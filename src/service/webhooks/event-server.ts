import { z } from 'zod'

/** Server that the event is about. */
export const EventServer = z
  .object({
    id: z
      .uuid()
      .meta({ description: 'Unique identifier for the server.', examples: ['0b9e1c52-7a3f-4d6e-9a41-5c2f8e7d3b10'] }),
    slug: z.string().meta({
      description: 'Server slug that is used in URL paths. A slug is never reassigned.',
      examples: ['npm-server'],
    }),
    name: z.string().meta({ description: 'Server name.', examples: ['server'] }),
  })
  .meta({ id: 'EventServer', description: 'Registered server that the event applies to.' })

/** Server version, with its scan. */
export const EventVersion = z
  .object({
    version: z.string().meta({ description: 'Package version or commit.', examples: ['1.1.0'] }),
    scanId: z.string().meta({ description: 'ID of the scan of this version.' }),
  })
  .meta({ id: 'EventVersion', description: 'A server version and the ID of its scan.' })

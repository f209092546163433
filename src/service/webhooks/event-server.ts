import { z } from 'zod'

/** The server that an event is about. */
export const EventServer = z
  .object({
    id: z
      .uuid()
      .meta({ description: 'Unique identifier of the server.', examples: ['0b9e1c52-7a3f-4d6e-9a41-5c2f8e7d3b10'] }),
    slug: z
      .string()
      .meta({ description: 'Slug of the server in paths. It is never reassigned.', examples: ['npm-server'] }),
    name: z.string().meta({ description: 'Name of the server.', examples: ['server'] }),
  })
  .meta({ id: 'EventServer', description: 'Registry server that the event is about.' })

/** A version of a server with its scan. */
export const EventVersion = z
  .object({
    version: z.string().meta({ description: 'Package version or commit.', examples: ['1.1.0'] }),
    scanId: z.string().meta({ description: 'ID of the scan of this version.' }),
  })
  .meta({ id: 'EventVersion', description: 'A version of a server with its scan.' })

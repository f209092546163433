import { z } from 'zod'
import { ToolError } from './tool-error.ts'

/** The parts of a server that lists and details of the API have in common. Fields of later versions are dropped. */
export const serverShape = {
  name: z.string(),
  slug: z.string().describe('Pass it to get_server.'),
  description: z.string(),
  category: z.string(),
  sourceType: z.string(),
  status: z.string(),
  repositoryUrl: z.string(),
  npmPackage: z.string(),
  pypiPackage: z.string(),
}

/** Parses what a registry returned. Throws a ToolError for the response of another version. */
export function parsedAnswer<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const parsed = shape.safeParse(value)
  if (!parsed.success) throw new ToolError('The service sent a response that this version of Assay cannot read.')
  return parsed.data
}

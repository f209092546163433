import { z } from 'zod'
import { ToolError } from './tool-error.ts'

/** Fields that the API returns in both server lists and server details. Fields added by later versions are dropped. */
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

/** Parses a registry response. Throws ToolError if the registry's version is incompatible. */
export function parsedAnswer<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const parsed = shape.safeParse(value)
  if (!parsed.success) throw new ToolError('The service sent a response that this version of Assay cannot read.')
  return parsed.data
}

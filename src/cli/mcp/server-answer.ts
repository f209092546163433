import { z } from 'zod'
import type { ToolContext } from './tool.ts'
import type { ServiceClient } from './service-client.ts'
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

/** Returns the service. Tools that need one are offered only if the settings name one. */
export function requireService({ service }: ToolContext): ServiceClient {
  if (!service) throw new ToolError('The settings name no service. Set ASSAY_URL to the address of a service.')
  return service
}

import type { ZodOpenApiObject } from 'zod-openapi'
import type { Endpoint } from '../endpoint.ts'
import { sessionCookieName } from '../session-cookie.ts'

type Schemes = NonNullable<NonNullable<ZodOpenApiObject['components']>['securitySchemes']>
type Requirement = Record<string, string[]>

/** How a caller shows who it is. */
export function securitySchemes(publicUrl: string): Schemes {
  return {
    bearer: { type: 'http', scheme: 'bearer', description: 'An API key as `Authorization: Bearer mcp_…`.' },
    apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same key in a header of its own.' },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookieName(publicUrl),
      description:
        'The cookie of a browser whose person signed in at `/login`. It has every permission of the account ' +
        'that is worked with there; a key that is sent too counts instead.',
    },
    ownPage: {
      type: 'apiKey',
      in: 'header',
      name: 'Sec-Fetch-Site',
      description:
        'What a call by session has to say where it changes something: `same-origin`, or where browsers do ' +
        'not send that, `Origin` with the address of this installation. Browsers say it of themselves, and ' +
        'no page changes it; else the answer is 403 `FORBIDDEN`.',
    },
  }
}

const byKey: readonly Requirement[] = [{ bearer: [] }, { apiKey: [] }]
const bySession: Requirement = { session: [] }

/** What is needed unless an operation says otherwise: a key, or a session for what changes nothing. */
export const usualSecurity: Requirement[] = [...byKey, bySession]

/** What a call of an endpoint needs; undefined: the usual. Where anybody may call a session tells nothing. */
export function securityOf({ permission, method }: Pick<Endpoint, 'permission' | 'method'>): Requirement[] | undefined {
  if (permission === 'anyone') return [{}, ...byKey]
  return method === 'get' ? undefined : [...byKey, { ...bySession, ownPage: [] }]
}

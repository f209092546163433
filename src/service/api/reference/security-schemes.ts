import type { ZodOpenApiObject } from 'zod-openapi'
import type { Endpoint } from '../endpoint.ts'
import { sessionCookieName } from '../session-cookie.ts'

type Schemes = NonNullable<NonNullable<ZodOpenApiObject['components']>['securitySchemes']>
type Requirement = Record<string, string[]>

/** Returns the authentication schemes for OpenAPI: API key and session cookie. */
export function securitySchemes(publicUrl: string): Schemes {
  return {
    bearer: { type: 'http', scheme: 'bearer', description: 'API key, sent as `Authorization: Bearer mcp_…`.' },
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'API key in a separate header, as an alternative to `Authorization`.',
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookieName(publicUrl),
      description:
        'Session cookie for a browser that is signed in at `/login`. The session has all permissions in the ' +
        'selected account. If the request also contains an API key, the key takes precedence.',
    },
    ownPage: {
      type: 'apiKey',
      in: 'header',
      name: 'Sec-Fetch-Site',
      description:
        'Required for session requests that make changes. The value must be `same-origin`. Browsers that do ' +
        'not send this header must send `Origin` with the URL of this installation. Browsers set these ' +
        'headers automatically, and pages cannot change them. Other requests are rejected with 403 ' +
        '`FORBIDDEN`.',
    },
  }
}

const byKey: readonly Requirement[] = [{ bearer: [] }, { apiKey: [] }]
const bySession: Requirement = { session: [] }

/** Default requirements: a key, or a session for requests that change nothing. */
export const usualSecurity: Requirement[] = [...byKey, bySession]

/** Returns an endpoint's requirements, or undefined for the default. Public endpoints ignore sessions. */
export function securityOf({ permission, method }: Pick<Endpoint, 'permission' | 'method'>): Requirement[] | undefined {
  if (permission === 'anyone') return [{}, ...byKey]
  return method === 'get' ? undefined : [...byKey, { ...bySession, ownPage: [] }]
}

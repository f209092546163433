import type { RequestHandler } from 'express'
import helmet from 'helmet'

const yearSeconds = 365 * 24 * 60 * 60

/**
 * Headers that keep browsers from doing more with an answer than showing it: nothing is loaded but our
 * own style sheets, no script runs, no other site frames it. HTTPS is insisted on only where it is
 * served, and not for neighbouring hosts, which are the operator's business.
 */
export function securityHeaders(publicUrl: string): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], styleSrc: ["'self'"], imgSrc: ["'self'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: publicUrl.startsWith('https://') && { maxAge: yearSeconds, includeSubDomains: false },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  })
}

import { z } from 'zod'
import { originGrants } from '../../../analysis/server-surface/shared-origin.ts'
import type { ServerSurface, ExposedRoute, SharedOrigin } from '../../../analysis/server-surface/server-surface.ts'
import { exampleHttpServer, examplePythonServer } from '../example-servers.ts'
import { defineRule } from '../../rule.ts'
import type { ExposedServer, ExposureMatch } from '../exposure-rule.ts'
import { describeCalls, ToolCalls, toolCallsOf } from '../tool-calls.ts'

const protection = ", enableDnsRebindingProtection: true, allowedHosts: ['127.0.0.1:3000']"
const pythonApp = (origins: string) =>
  `app = mcp.streamable_http_app()\napp.add_middleware(CORSMiddleware, allow_origins=[${origins}], ` +
  `allow_methods=["POST"], allow_headers=["content-type"])\n`

const Arguments = z.object({
  grants: z.enum(originGrants),
  withCredentials: z.boolean(),
  /** Route that requires no authentication. Absent if all routes require it. */
  openRoute: z.string().optional(),
  calls: ToolCalls,
})
type OriginArguments = z.infer<typeof Arguments>

export const wildcardCors = defineRule({
  document: {
    id: 'wildcard-cors',
    title: "Permissive CORS policy: web pages from any origin can read the server's responses",
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-942', 'CWE-346'],
    owaspMcp: ['MCP07:2025'],
    safeMcp: [],
    what:
      'A server with tools has a CORS policy that accepts untrusted origins. Examples are `*`, `cors()` without ' +
      'options, a reflected `Origin` header, and a comparison of only the start or end of the origin. The policy ' +
      'is reported if a route has no authentication, or if the policy allows cookies. A server that requires a ' +
      'bearer token and uses no cookies is not reported, because a web page cannot call the server without the ' +
      'token.',
    why:
      'By default, a browser does not let a page read responses from other origins or send JSON to those origins. ' +
      'A permissive policy allows both. Any page that the user opens can call the tools of a local server, or of a ' +
      'server that identifies the user by a cookie.',
    remediation:
      'Allow only the origins of your own pages, compare the whole origin, and omit the CORS headers for all other ' +
      'origins.',
    examples: {
      bad: [
        exampleHttpServer({
          imports: "import cors from 'cors'\n",
          before: '\napp.use(cors())\n',
          transport: protection,
          listen: ", '127.0.0.1'",
        }),
        exampleHttpServer({
          before:
            "\napp.use((req, res, next) => {\n  res.setHeader('Access-Control-Allow-Origin', " +
            "req.headers.origin ?? '*')\n  res.setHeader('Access-Control-Allow-Credentials', 'true')\n  " +
            'next()\n})\n',
          transport: protection,
          listen: ", '127.0.0.1'",
        }),
        examplePythonServer({
          imports: 'import uvicorn\nfrom starlette.middleware.cors import CORSMiddleware\n',
          before: pythonApp('"*"'),
          run: 'uvicorn.run(app, host="127.0.0.1", port=8000)',
        }),
      ],
      good: [
        exampleHttpServer({
          imports: "import cors from 'cors'\n",
          before: "\napp.use(cors({ origin: 'http://localhost:6274' }))\n",
          transport: protection,
          listen: ", '127.0.0.1'",
        }),
        exampleHttpServer({
          before:
            "\nconst origins = new Set(['http://localhost:6274'])\napp.use((req, res, next) => {\n  const { " +
            'origin } = req.headers\n  if (origin && origins.has(origin)) ' +
            "res.setHeader('Access-Control-Allow-Origin', origin)\n  next()\n})\n",
          transport: protection,
          listen: ", '127.0.0.1'",
        }),
        examplePythonServer({
          imports: 'import uvicorn\nfrom starlette.middleware.cors import CORSMiddleware\n',
          before: pythonApp('"http://localhost:5173"'),
          run: 'uvicorn.run(app, host="127.0.0.1", port=8000)',
        }),
      ],
    },
  },
  arguments: Arguments,
  describe: ({ grants, withCredentials, openRoute, calls }) => ({
    title: `Permissive CORS policy: ${grantTexts[grants].title} can read server responses`,
    message:
      `The CORS policy lets pages from ${grantTexts[grants].origins} read responses from this ` +
      `server${withCredentials ? ', and lets browsers send cookies' : ''}. ` +
      `${
        openRoute === undefined
          ? 'Such a page can act as any user whom the server identifies by a cookie.'
          : `No authentication protects ${openRoute}, so such a page can ${describeCalls(calls)}.`
      }`,
    remediation:
      'Allow only the origins of your own pages, and compare the whole origin: `cors({ origin: ' +
      "['http://localhost:6274'] })` or `CORSMiddleware(allow_origins=['http://localhost:6274'])`. A server that " +
      'browsers do not call needs no CORS headers.',
  }),
  find(server: ExposedServer): Iterable<ExposureMatch & { readonly arguments: OriginArguments }> {
    const { listeners, origins } = server.exposure
    if (server.tools.length === 0 && !listeners.some(({ doors }) => doors.some(({ isProtocol }) => isProtocol)))
      return []
    const open = openRoute(server.exposure)
    return origins
      .filter(({ withCredentials }) => withCredentials || open !== undefined)
      .map((origin) => matchOf(server, origin, open))
  },
})

/** Returns a route that responds to a web page without authentication. */
function openRoute({ listeners }: ServerSurface): ExposedRoute | undefined {
  return listeners.flatMap(({ doors }) => doors).find(({ check, isOpen }) => check !== 'present' && !isOpen)
}

const grantTexts: Readonly<Record<SharedOrigin['grants'], { readonly title: string; readonly origins: string }>> = {
  any: { title: 'pages from any origin', origins: 'every origin' },
  reflected: { title: 'pages from any requesting origin', origins: 'every origin that sends a request' },
  part: { title: 'pages from look-alike origins', origins: 'every origin that contains the expected text' },
}

function matchOf(
  { tools }: ExposedServer,
  { spot, used, grants, withCredentials }: SharedOrigin,
  open: ExposedRoute | undefined,
): ExposureMatch & { readonly arguments: OriginArguments } {
  return {
    spot,
    steps: [
      { spot, message: `${grantTexts[grants].origins} is allowed` },
      { spot: used, message: 'the CORS policy is applied' },
      ...(open ? [{ spot: open.spot, message: `no authentication protects ${open.label}` }] : []),
    ],
    severity: 'medium',
    precision: 'medium',
    arguments: { grants, withCredentials, openRoute: open?.label, calls: toolCallsOf(tools) },
  }
}

import type { ServerSurface, ExposedRoute, SharedOrigin } from '../../../analysis/server-surface/server-surface.ts'
import { exampleHttpServer, examplePythonServer } from '../example-servers.ts'
import type { ExposureRule, Opening, OpenServer } from '../exposure-rule.ts'
import { harmOfCalls } from '../harm.ts'

const protection = ", enableDnsRebindingProtection: true, allowedHosts: ['127.0.0.1:3000']"
const pythonApp = (origins: string) =>
  `app = mcp.streamable_http_app()\napp.add_middleware(CORSMiddleware, allow_origins=[${origins}], ` +
  `allow_methods=["POST"], allow_headers=["content-type"])\n`

export const wildcardCors: ExposureRule = {
  document: {
    id: 'wildcard-cors',
    title: 'Pages of any origin may read what the server answers',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-942', 'CWE-346'],
    owaspMcp: ['MCP07:2025'],
    safeMcp: [],
    what:
      'A server with tools tells browsers that pages of any origin may read its answers: `*`, `cors()` ' +
      'without options, the origin of whoever asks sent back, or one that only ends or begins with the right ' +
      'letters. It is reported where nobody is asked who calls, and where browsers are told to send cookies ' +
      'along. A server that takes a bearer token and no cookies may answer every page: without the token a ' +
      'page gets nothing.',
    why:
      'Without it a browser keeps pages from reading what other servers answer, and from sending them JSON. ' +
      'With it, any page that somebody looks at calls the tools of a server on the same machine, or of one ' +
      'that knows the reader by a cookie.',
    remediation:
      'Name the origins of your own pages, compare them as a whole, and leave the header out for everybody else.',
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
  judge: (server) => {
    if (
      server.tools.length === 0 &&
      !server.exposure.listeners.some(({ doors }) => doors.some(({ isProtocol }) => isProtocol))
    )
      return []
    const open = openDoor(server.exposure)
    return server.exposure.origins
      .filter(({ withCredentials }) => withCredentials || open !== undefined)
      .map((origin) => openingOf(server, origin, open))
  },
}

/** A door by which a page would get something without proving who it is. */
function openDoor({ listeners }: ServerSurface): ExposedRoute | undefined {
  return listeners.flatMap(({ doors }) => doors).find(({ check, isOpen }) => check !== 'present' && !isOpen)
}

const grantInWords: Readonly<Record<SharedOrigin['grants'], string>> = {
  any: 'every origin',
  reflected: 'whatever origin asks',
  part: 'every origin that has the right letters in it',
}

function openingOf(
  { tools }: OpenServer,
  { spot, used, grants, withCredentials }: SharedOrigin,
  open: ExposedRoute | undefined,
): Opening {
  return {
    spot,
    steps: [
      { spot, message: `${grantInWords[grants]} is let in` },
      { spot: used, message: 'browsers are told so here' },
      ...(open ? [{ spot: open.spot, message: `${open.label}: nothing asks who calls` }] : []),
    ],
    title:
      'Pages of ' +
      `${
        grants === 'any'
          ? 'any origin'
          : grants === 'reflected'
            ? 'whichever origin asks'
            : 'origins that anybody can have'
      }` +
      ' ' +
      'may read answers of the server',
    message:
      `Browsers are told that pages of ${grantInWords[grants]} may read what this server ` +
      `answers${withCredentials ? ', with the cookies of whoever looks at them' : ''}. ` +
      `${
        open
          ? `Nothing asks who sends ${open.label}, so such a page can ${harmOfCalls(tools)}.`
          : 'Who is known by a cookie lends it to every such page.'
      }`,
    severity: 'medium',
    precision: 'medium',
    remediation:
      "List the origins of your own pages and compare the whole: `cors({ origin: ['http://localhost:6274'] " +
      "})`, `CORSMiddleware(allow_origins=['http://localhost:6274'])`. A server for programs needs no such " +
      'header at all.',
  }
}

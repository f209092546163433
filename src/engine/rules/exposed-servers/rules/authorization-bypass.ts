import { z } from 'zod'
import type { ClaimedIdentity } from '../../../analysis/server-surface/server-surface.ts'
import { frameworkImport } from '../example-servers.ts'
import { defineRule } from '../../rule.ts'
import { displayPlace, type ExposedServer, type ExposureMatch } from '../exposure-rule.ts'

/** Returns a server that identifies its clients by a token. `schema` and `handler` belong to its tool. */
const example = (schema: string, handler: string) => `// server.ts
${frameworkImport}
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import pg from 'pg'
import { z } from 'zod'
import { verifier } from './verifier.js'

const pool = new pg.Pool()
const app = express()

app.post('/mcp', requireBearerAuth({ verifier }), express.json(), async (req, res) => {
  const server = new McpServer({ name: 'invoices', version: '1.0.0' })
  server.registerTool('invoices', { inputSchema: { ${schema} } }, ${handler})
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  await server.connect(transport)
  await transport.handleRequest(req, res, req.body)
})

app.listen(3000)
`
const queried = (tenant: string) =>
  `{
    const { rows } = await pool.query('SELECT number FROM invoices WHERE tenant_id = $1 AND year = $2', ` +
  `[${tenant}, year])
    return { content: [{ type: 'text', text: JSON.stringify(rows) }] }
  }`

const pythonExample = (parameters: string, user: string) => `# server.py
import sqlite3

from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.fastmcp import FastMCP

from .tokens import settings, verifier

mcp = FastMCP("mail", host="0.0.0.0", auth=settings, token_verifier=verifier)
connection = sqlite3.connect("mail.db")


@mcp.tool()
def subjects(${parameters}) -> str:
    """Subjects of messages."""
    return str(connection.execute("SELECT subject FROM messages WHERE owner = ?", (${user},)).fetchall())


mcp.run(transport="streamable-http")
`

const Arguments = z.object({
  by: z.enum(['argument', 'header', 'session']),
  /** What the argument determines. Absent for `database`. */
  use: z.enum(['entry', 'owner', 'decision']).optional(),
  /** Name of the argument, header, or session field. */
  name: z.string(),
  /** Tool that takes the argument. */
  tool: z.string().optional(),
  /** Places where the claim is read and where it is used. */
  claimedAt: z.string(),
  usedAt: z.string(),
})
type ClaimArguments = z.infer<typeof Arguments>

export const authorizationBypass = defineRule({
  document: {
    id: 'authorization-bypass',
    title: 'Authorization bypass: callers can choose whose data they access',
    category: 'code',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-639', 'CWE-863'],
    owaspMcp: ['MCP02:2025', 'MCP07:2025'],
    safeMcp: [],
    what:
      'A server authenticates its callers with a token but takes their identity from another source. Reported ' +
      'cases: a tool argument such as `tenantId` or `user_id` reaches the database, or selects an entry of a map ' +
      'that all callers share or the objects of an owner, and the tool never reads the token; an argument such as ' +
      '`role` decides what such a tool does; a header such as `x-user-role` is trusted; a session is available to ' +
      'every caller who sends its ID.',
    why:
      "If a caller with a valid token sends another user's identity, the caller can read and change that user's " +
      'data. A web page that the model reads can make the model send that identity.',
    remediation:
      'Get the user, tenant, and role from the verified token or the session. Compare the owner of each requested ' +
      'object with this identity.',
    examples: {
      bad: [
        example('tenantId: z.string(), year: z.number()', `async ({ tenantId, year }) => ${queried('tenantId')}`),
        pythonExample('user_id: str', 'user_id'),
      ],
      good: [
        example('year: z.number()', `async ({ year }, { authInfo }) => ${queried('authInfo?.extra?.tenantId')}`),
        pythonExample('', 'get_access_token().client_id'),
      ],
    },
  },
  arguments: Arguments,
  describe: (args) => ({
    title: titles[args.by](args),
    message: `${messages[args.by](args)} The server already authenticates its callers with a token.`,
    remediation:
      args.by === 'session'
        ? 'Compare the session owner with the token owner, and return 404 if they differ.'
        : 'Get the value from the verified identity: `extra.authInfo` in the TypeScript SDK, `get_access_token()` ' +
          `in Python, or the account that the token belongs to. Remove the ${args.by}.`,
  }),
  *find({ exposure }: ExposedServer): Iterable<ExposureMatch & { readonly arguments: ClaimArguments }> {
    for (const { by, use, name, tools, spot, used } of exposure.identities)
      yield {
        spot,
        steps: [
          { spot, message: claimSteps[by](name) },
          { spot: used, message: by === 'argument' ? argumentSteps[use ?? 'database'] : useSteps[by] },
        ],
        severity: 'high',
        precision: 'medium',
        arguments: {
          by,
          ...(use && use !== 'database' && { use }),
          name,
          tool: tools[0],
          claimedAt: displayPlace(spot),
          usedAt: displayPlace(used),
        },
      }
  },
})

type Texts = Readonly<Record<ClaimedIdentity['by'], (args: ClaimArguments) => string>>

const titles: Texts = {
  argument: ({ name, tool, use }) =>
    `Authorization bypass in ${tool === undefined ? 'a tool' : `tool "${tool}"`}: argument "${name}" selects the ` +
    (use === 'decision' ? 'role' : 'owner'),
  header: ({ name }) => `Authorization bypass: the server trusts the request header "${name}"`,
  session: () => 'Authorization bypass: a session ID alone gives access to the session',
}

const messages: Texts = {
  argument: ({ name, usedAt, use }) =>
    `The argument "${name}" ${argumentTexts[use ?? 'database']} at ${usedAt}, and the tool does not check the ` +
    `caller's identity. Any caller can send a different value and ` +
    `${use === 'decision' ? 'act with another role' : "access other users' data"}.`,
  header: ({ name, claimedAt }) =>
    `The server uses the header "${name}" at ${claimedAt} to handle authenticated requests. Any caller can set the ` +
    'header to any value.',
  session: ({ name, claimedAt }) =>
    `Each session stores its ${name}, but the code at ${claimedAt} accepts any request that sends the session ` +
    'ID and does not compare owners.',
}

const argumentTexts = {
  database: 'reaches the database',
  entry: 'selects an entry of a map that all callers share',
  owner: 'selects the objects of an owner',
  decision: 'decides what the tool does',
} as const

const argumentSteps = {
  database: 'passed to a server-side database query',
  entry: 'selects an entry that belongs to a user',
  owner: 'compared with the owner of an object',
  decision: 'decides which code runs',
} as const

const claimSteps: Readonly<Record<ClaimedIdentity['by'], (name: string) => string>> = {
  argument: (name) => `the caller sets the argument \`${name}\``,
  header: (name) => `the caller sets the header \`${name}\``,
  session: () => 'the request selects a session by its ID',
}

const useSteps: Readonly<Record<Exclude<ClaimedIdentity['by'], 'argument'>, string>> = {
  header: 'used to handle authenticated requests',
  session: 'the session stores its owner',
}

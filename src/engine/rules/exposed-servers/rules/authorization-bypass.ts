import type { ClaimedIdentity } from '../../../analysis/server-surface/server-surface.ts'
import { frameworkImport } from '../example-servers.ts'
import type { ExposureRule, Opening } from '../exposure-rule.ts'

/** A server that knows its callers by a token; `schema` and `handler` are those of its tool. */
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

export const authorizationBypass: ExposureRule = {
  document: {
    id: 'authorization-bypass',
    title: 'The caller says who it is, although the server knows it',
    category: 'code',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-639', 'CWE-863'],
    owaspMcp: ['MCP02:2025', 'MCP07:2025'],
    safeMcp: [],
    what:
      'A server that asks its callers for a token takes from somewhere else who they are, or whose data they ' +
      'mean: an argument of a tool such as `tenantId` or `user_id` goes to the database of the server, and ' +
      'the tool never looks at the token; a header such as `x-user-role` is believed; a session that keeps ' +
      'whose it is is handed to whoever knows its id.',
    why:
      'Each caller that has any token reads and changes what belongs to the others: it only has to write ' +
      'another name. A model does so as well when a page tells it to.',
    remediation:
      'Take the user, tenant and role from the verified token or the session, and compare the owner of ' +
      'whatever a caller names with it.',
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
  judge: ({ exposure }) =>
    exposure.identities.map((identity): Opening => ({
      spot: identity.spot,
      steps: [
        { spot: identity.spot, message: toldWhere[identity.by](identity) },
        { spot: identity.used, message: believedWhere[identity.by] },
      ],
      title: titles[identity.by](identity),
      message: `${messages[identity.by](identity)} The server asks its callers for a token, which says who they are.`,
      severity: 'high',
      precision: 'medium',
      remediation:
        identity.by === 'session'
          ? 'Compare the owner that the session keeps with the one of the token, and answer 404 where they differ.'
          : 'Take it from what was verified: `extra.authInfo` of the SDK, `get_access_token()` in Python, the ' +
            'account that the token belongs to. Leave the argument or header out.',
    })),
}

type Told = Readonly<Record<ClaimedIdentity['by'], (identity: ClaimedIdentity) => string>>

const titles: Told = {
  argument: ({ name, tools }) =>
    `Whose data ${tools[0] === undefined ? 'a tool' : `the tool ${tools[0]}`} works on is what the caller ` +
    `says: ${name}`,
  header: ({ name }) => `Callers say what they are in the header ${name}`,
  session: () => 'Whoever knows the id of a session is taken for its owner',
}

const messages: Told = {
  argument: ({ name, used }) =>
    `The argument ${name} goes to the database (${used.path}, line ${used.line}), and nothing that the tool ` +
    'does looks at who calls: any caller names another one and gets what is theirs.',
  header: ({ name, spot }) =>
    `The header ${name} (${spot.path}, line ${spot.line}) is read beside a check of the caller, and its ` +
    'value is what the caller writes.',
  session: ({ name, spot }) =>
    `A session keeps its ${name}, and a request that names its id (${spot.path}, line ${spot.line}) is ` +
    'handed to it without comparing the two.',
}

const toldWhere: Told = {
  argument: ({ name }) => `the caller says ${name}`,
  header: ({ name }) => `the caller says it in ${name}`,
  session: () => 'the request is handed to the session that it names',
}

const believedWhere: Readonly<Record<ClaimedIdentity['by'], string>> = {
  argument: 'the database of the server is asked with it',
  header: 'requests that proved who sends them are answered with it',
  session: 'the session keeps whose it is',
}

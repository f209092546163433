import { z } from 'zod'
import type { ExposedRoute, ExposedListener } from '../../../analysis/server-surface/server-surface.ts'
import { defineRule } from '../../rule.ts'
import { exampleHttpServer, examplePythonServer } from '../example-servers.ts'
import { displayPlace, type ExposedServer, type ExposureMatch } from '../exposure-rule.ts'
import { describeCalls, severityOfCalls, ToolCalls, toolCallsOf } from '../tool-calls.ts'

const Arguments = z.object({
  /** Name of the transport class; absent for a WebSocket server. */
  transport: z.string().optional(),
  /** `off`: the transport has lists of allowed names, but its protection is not enabled. */
  protection: z.enum(['none', 'off']),
  listensAt: z.string(),
  calls: ToolCalls,
})
type RebindingArguments = z.infer<typeof Arguments>

export const dnsRebinding = defineRule({
  document: {
    id: 'dns-rebinding',
    title: 'DNS rebinding: any web page can call the local server',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-350', 'CWE-346'],
    owaspMcp: ['MCP07:2025'],
    safeMcp: [],
    what:
      'An MCP server on loopback answers without authentication and does not validate the `Host` or `Origin` ' +
      'header. Its transport lacks `enableDnsRebindingProtection` with `allowedHosts` (in Python, ' +
      '`TransportSecuritySettings`), or disables it, and no middleware compares the headers. Lists without the ' +
      'switch have no effect and are reported. FastMCP of the Python SDK protects itself on loopback and is not ' +
      'reported.',
    why:
      'A loopback address keeps out the network, but not the browser. A web page points its own host name at ' +
      '127.0.0.1, and the browser then treats the local server as part of that page. The page lists the tools ' +
      'and calls them while the user reads.',
    remediation:
      'Compare `Host` with the names and ports of the server, and `Origin` if present, before the transport ' +
      'receives a request.',
    examples: {
      bad: [
        exampleHttpServer({ listen: ", '127.0.0.1'" }),
        exampleHttpServer({ transport: ", allowedHosts: ['127.0.0.1:3000']", listen: ", '127.0.0.1'" }),
        examplePythonServer({
          imports: 'from mcp.server.transport_security import TransportSecuritySettings\n',
          server: ', transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False)',
        }),
      ],
      good: [
        exampleHttpServer({
          transport: ", enableDnsRebindingProtection: true, allowedHosts: ['127.0.0.1:3000']",
          listen: ", '127.0.0.1'",
        }),
        exampleHttpServer({
          before:
            "\nconst names = new Set(['127.0.0.1:3000', 'localhost:3000'])\napp.use((req, res, next) => {\n " +
            " if (names.has(req.headers.host ?? '')) next()\n  else res.sendStatus(403)\n})\n",
          listen: ", '127.0.0.1'",
        }),
        examplePythonServer({
          imports: 'from mcp.server.transport_security import TransportSecuritySettings\n',
          server:
            ', transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=True, ' +
            'allowed_hosts=["127.0.0.1:8000"])',
        }),
      ],
    },
  },
  arguments: Arguments,
  describe: ({ transport, protection, listensAt, calls }) => ({
    title:
      protection === 'off'
        ? `DNS rebinding: the protection of ${transport ?? 'the WebSocket server'} is disabled`
        : `DNS rebinding: ${transport ?? 'the WebSocket server'} does not validate Host or Origin`,
    message:
      `${transport ?? 'The WebSocket server'} answers on loopback (${listensAt}) for every ` +
      `${transport === undefined ? 'origin' : 'host name'}. ` +
      `${protection === 'off' ? 'Its lists of allowed names have no effect: the protection is not enabled. ' : ''}` +
      `A web page that the user opens${transport === undefined ? '' : ' and whose name resolves to 127.0.0.1'} can ` +
      `${describeCalls(calls)}.`,
    remediation:
      transport === undefined
        ? 'Compare the `Origin` of each connection with a list in `verifyClient`, and require a token.'
        : 'Pass `enableDnsRebindingProtection: true` with `allowedHosts` to the transport, or use ' +
          '`hostHeaderValidation` of the SDK before the route. In Python, use ' +
          '`TransportSecuritySettings(enable_dns_rebinding_protection=True, allowed_hosts=[…])` or ' +
          '`TrustedHostMiddleware`.',
  }),
  find: ({ exposure, tools }: ExposedServer) =>
    exposure.listeners
      .filter(({ reach }) => reach === 'loopback')
      .flatMap((listener) =>
        listener.doors.filter(isUnprotected).flatMap((route) => unprotectedTransports(tools, listener, route)),
      ),
})

function isUnprotected({ isProtocol, check, comparesHosts }: ExposedRoute): boolean {
  return isProtocol && check !== 'present' && !comparesHosts
}

function unprotectedTransports(
  tools: ExposedServer['tools'],
  listener: ExposedListener,
  route: ExposedRoute,
): readonly (ExposureMatch & { readonly arguments: RebindingArguments })[] {
  const sockets =
    listener.kind === 'sockets' ? [{ spot: route.spot, name: undefined, protection: 'none' as const }] : []
  return [...route.transports, ...sockets].flatMap(({ spot, name, protection }) => {
    if (protection !== 'none' && protection !== 'off') return []
    return [
      {
        spot,
        steps: [
          { spot: route.spot, message: `no authentication protects ${route.label}` },
          {
            spot,
            message: protection === 'off' ? 'the protection is not enabled' : 'Host and Origin are not validated',
          },
          { spot: listener.spot, message: 'the server listens on loopback' },
        ],
        severity: severityOfCalls(tools),
        precision: 'medium',
        arguments: {
          transport: name,
          protection,
          listensAt: displayPlace(listener.spot),
          calls: toolCallsOf(tools),
        },
      },
    ]
  })
}

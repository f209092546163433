import { z } from 'zod'
import type { ExposedRoute, ExposedListener } from '../../../analysis/server-surface/server-surface.ts'
import { defineRule } from '../../rule.ts'
import { exampleHttpServer, examplePythonServer } from '../example-servers.ts'
import { displayPlace, type ExposedServer, type ExposureMatch } from '../exposure-rule.ts'
import { describeCalls, severityOfCalls, ToolCalls, toolCallsOf } from '../tool-calls.ts'

const Arguments = z.object({
  /** Name of the transport class. Absent for a WebSocket server. */
  transport: z.string().optional(),
  /**
   * `none`: the transport has no protection. `off`: it has lists of allowed host names, but does not enable the check.
   */
  protection: z.enum(['none', 'off']),
  listensAt: z.string(),
  /** True if the address is not a constant. The server may then listen only on loopback. */
  isAddressUnknown: z.boolean().optional(),
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
      'An MCP server that listens on loopback or on a configured address accepts requests without authentication ' +
      "and does not validate the `Host` or `Origin` header. The transport does not enable the SDK's DNS rebinding " +
      'protection, and no middleware checks the headers. The protection requires `enableDnsRebindingProtection` ' +
      'with `allowedHosts`, or `TransportSecuritySettings` in Python. `allowedHosts` has no effect unless the ' +
      'protection is also enabled, so a server that sets only `allowedHosts` is reported. FastMCP in the Python ' +
      'SDK enables the protection on loopback by default and is not reported.',
    why:
      "A server on a loopback address is still reachable from the user's browser. An attacker can make the host " +
      'name of a website resolve to 127.0.0.1, so the browser treats the local server as part of that site. The ' +
      'pages of that site can then list and call the tools.',
    remediation:
      "Before the transport receives a request, check `Host` against the server's names and ports. If `Origin` is " +
      'present, check it against the allowed origins.',
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
  describe: ({ transport, protection, listensAt, calls, isAddressUnknown }) => ({
    title:
      protection === 'off'
        ? `DNS rebinding: protection is disabled for ${transport ?? 'the WebSocket server'}`
        : `DNS rebinding: ${transport ?? 'the WebSocket server'} does not validate Host or Origin`,
    message:
      `${transport ?? 'The WebSocket server'} listens on ` +
      `${isAddressUnknown ? 'an address that the operator selects' : 'loopback'} (${listensAt}) ` +
      `and accepts requests with any ` +
      `${transport === undefined ? 'origin' : 'host name'}. ` +
      `${protection === 'off' ? 'Its lists of allowed names have no effect, because the protection is off. ' : ''}` +
      `${isAddressUnknown ? 'On loopback, a' : 'A'} web page that the user opens` +
      `${transport === undefined ? '' : ' and whose name resolves to 127.0.0.1'} can ` +
      `${describeCalls(calls)}.`,
    remediation:
      transport === undefined
        ? 'In `verifyClient`, check the `Origin` of each connection against an allowlist, and require a token.'
        : "Pass `enableDnsRebindingProtection: true` with `allowedHosts` to the transport, or add the SDK's " +
          '`hostHeaderValidation` middleware before the route. In Python, use ' +
          '`TransportSecuritySettings(enable_dns_rebinding_protection=True, allowed_hosts=[…])` or ' +
          '`TrustedHostMiddleware`.',
  }),
  find: ({ exposure, tools }: ExposedServer) =>
    exposure.listeners
      .filter(({ reach }) => reach !== 'everywhere')
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
  const isUnknown = listener.reach === 'unknown'
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
          {
            spot: listener.spot,
            message: isUnknown ? 'the server listens on a configured address' : 'the server listens on loopback',
          },
        ],
        severity: isUnknown ? 'low' : severityOfCalls(tools),
        precision: 'medium',
        arguments: {
          transport: name,
          protection,
          listensAt: displayPlace(listener.spot),
          ...(isUnknown && { isAddressUnknown: true }),
          calls: toolCallsOf(tools),
        },
      },
    ]
  })
}

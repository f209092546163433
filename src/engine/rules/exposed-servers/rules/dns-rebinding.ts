import type { ExposedRoute, ExposedListener } from '../../../analysis/server-surface/server-surface.ts'
import { exampleHttpServer, examplePythonServer } from '../example-servers.ts'
import type { ExposureRule, Opening, OpenServer } from '../exposure-rule.ts'
import { harmOfCalls, severityOfCalls } from '../harm.ts'

export const dnsRebinding: ExposureRule = {
  document: {
    id: 'dns-rebinding',
    title: 'A web page may call the server of the one who looks at it',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-350', 'CWE-346'],
    owaspMcp: ['MCP07:2025'],
    safeMcp: [],
    what:
      'A server that answers requests of MCP on loopback, without asking who calls, compares neither `Host` ' +
      'nor `Origin` with its own: its transport is not told to (`enableDnsRebindingProtection` with ' +
      '`allowedHosts`; `TransportSecuritySettings`), or told not to, and nothing else on the way does. Lists ' +
      'without the switch have no effect, and are told. FastMCP of the Python SDK protects itself on loopback ' +
      'and is left alone.',
    why:
      'Loopback keeps the network out, and not the browser: a page gives its own name the address 127.0.0.1 ' +
      'for a moment, and for the browser the local server is then part of that page. It lists the tools and ' +
      'calls them while somebody reads.',
    remediation:
      'Compare `Host` with the names and ports of the server, and `Origin` where there is one, before the ' +
      'transport gets a request.',
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
  judge: (server) =>
    server.exposure.listeners
      .filter(({ reach }) => reach === 'loopback')
      .flatMap((listener) => listener.doors.filter(isOpen).flatMap((door) => unprotected(server, listener, door))),
}

function isOpen({ isProtocol, check, comparesHosts }: ExposedRoute): boolean {
  return isProtocol && check !== 'present' && !comparesHosts
}

function unprotected({ tools }: OpenServer, listener: ExposedListener, door: ExposedRoute): readonly Opening[] {
  const sockets =
    listener.kind === 'sockets' ? [{ spot: door.spot, name: 'WebSocket', protection: 'none' as const }] : []
  return [...door.transports, ...sockets]
    .filter(({ protection }) => protection === 'none' || protection === 'off')
    .map(({ spot, name, protection }): Opening => {
      return {
        spot,
        steps: [
          { spot: door.spot, message: `${door.label}: nothing asks who calls` },
          {
            spot,
            message: protection === 'off' ? 'the protection is not switched on' : 'nothing compares Host or Origin',
          },
          { spot: listener.spot, message: 'the server listens here, on loopback' },
        ],
        title:
          protection === 'off'
            ? `The protection of ${name} against rebound names is off`
            : `Web pages may call the local MCP server: ${name} compares no Host or Origin`,
        message:
          `${name === 'WebSocket' ? 'The WebSocket server' : name} answers on loopback ` +
          `(${listener.spot.path}, line ${listener.spot.line}) whatever name it is asked ` +
          `under${protection === 'off' ? ': its protection is not switched on, so its lists have no effect' : ''}. ` +
          'A web page that somebody looks at on this machine can ' +
          `${harmOfCalls(tools)}${name === 'WebSocket' ? '' : ', once its name leads to 127.0.0.1'}.`,
        severity: severityOfCalls(tools),
        precision: 'medium',
        remediation:
          name === 'WebSocket'
            ? 'Compare the `Origin` of each connection with a list, in `verifyClient` or before the ' +
              'connection is answered, and ask for a token.'
            : 'Hand `enableDnsRebindingProtection: true` with `allowedHosts` to the transport, or put ' +
              '`hostHeaderValidation` of the SDK before the route; in Python ' +
              '`TransportSecuritySettings(enable_dns_rebinding_protection=True, allowed_hosts=[…])` or ' +
              '`TrustedHostMiddleware`.',
      }
    })
}

import { z } from 'zod'
import type { ExposedRoute, ExposedListener, SourcePosition } from '../../../analysis/server-surface/server-surface.ts'
import { defineRule } from '../../rule.ts'
import { exampleHttpServer, examplePythonServer, keyCheck, keyImports } from '../example-servers.ts'
import { displayPlace, type ExposedServer, type ExposureMatch, type ExposureStep } from '../exposure-rule.ts'
import { describeCalls, severityOfCalls, ToolCalls, toolCallsOf } from '../tool-calls.ts'

const Arguments = z.object({
  listenerKind: z.enum(['http', 'sockets']),
  listensAt: z.string(),
  /**
   * Kind of check. `optional`: applies only if a key is configured. `unverified`: reads a token without verifying its
   * signature.
   */
  check: z.enum(['none', 'optional', 'unverified']),
  /** Location of the insufficient check or, if there is no check, of the route. */
  checkedAt: z.string(),
  /**
   * Present if the server listens on all network interfaces only because of a setting or in one branch of a condition.
   */
  exposure: z.object({ by: z.enum(['setting', 'condition']), name: z.string(), at: z.string() }).optional(),
  isProtocol: z.boolean(),
  /** Up to three routes, and the number of remaining ones. */
  routes: z.array(z.string()),
  otherRoutes: z.number(),
  calls: ToolCalls,
  /** What an unauthenticated request can run, and where. */
  runs: z.object({ kind: z.enum(['command', 'process', 'code']), at: z.string() }).optional(),
})
type AuthenticationArguments = z.infer<typeof Arguments>
type AuthenticationMatch = ExposureMatch & { readonly arguments: AuthenticationArguments }

export const missingAuthentication = defineRule({
  document: {
    id: 'missing-authentication',
    title: 'Missing authentication: anyone who can reach the port can call the server',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-306'],
    owaspMcp: ['MCP07:2025'],
    safeMcp: [],
    what:
      'A server listens on all network interfaces and accepts unauthenticated MCP requests, or unauthenticated ' +
      'requests to routes that change data. The server has no authentication middleware, header check, OAuth ' +
      'provider, or API key. Reading a token without verifying its signature is not authentication. A check that ' +
      'applies only if the operator sets a key is considered optional. A check must stop unauthorized requests. ' +
      'Code that logs an invalid token and then calls `next()` is not a check. If a request can start programs or ' +
      'run code, the severity is high. If the server listens on loopback by default and ' +
      'a setting can change this, the severity is always low. The severity is also low if a condition in the code ' +
      'decides whether the server listens on all interfaces.',
    why:
      'Node.js listens on every interface by default. MCP servers often run on laptops in public networks or in ' +
      'containers with published ports. Anyone on the same network can call the tools with the privileges and keys ' +
      'of the user who started the server.',
    remediation:
      'Listen on 127.0.0.1 by default. Require a token from every caller, and verify it before you process the ' +
      'request. If no token is configured, refuse to start.',
    examples: {
      bad: [
        exampleHttpServer({ listen: ", '0.0.0.0'" }),
        exampleHttpServer({
          imports: keyImports,
          before: keyCheck
            .replace("if (!key) throw new Error('NOTES_KEY is required')\n", '')
            .replace('  if (timing', '  if (!key) return next()\n  if (timing'),
        }),
        examplePythonServer({ server: ', host="0.0.0.0"' }),
      ],
      good: [
        exampleHttpServer({
          transport: ", enableDnsRebindingProtection: true, allowedHosts: ['127.0.0.1:3000']",
          listen: ", '127.0.0.1'",
        }),
        exampleHttpServer({ imports: keyImports, before: keyCheck }),
        examplePythonServer({ server: ', host="127.0.0.1"' }),
      ],
    },
  },
  arguments: Arguments,
  describe: (args) => ({
    title: titleOf(args),
    message:
      `${args.listenerKind === 'sockets' ? 'The WebSocket server' : 'The server'} ${listeningText(args)}, and ` +
      `${checkText(args)}. ${args.exposure ? 'If the server listens on every interface, anyone' : 'Anyone'} on the ` +
      `same network can ${args.isProtocol ? describeCalls(args.calls) : `call ${routesText(args)}`}.` +
      (args.runs ? ` Such a request can ${runTexts[args.runs.kind]} (${args.runs.at}).` : ''),
    remediation:
      'Listen on 127.0.0.1 by default, and require a token for every request. Use `requireBearerAuth` from the SDK, ' +
      '`auth` or `token_verifier` in FastMCP, or your own middleware that compares a key in constant time. If no ' +
      'token is configured, refuse to listen on other addresses.',
  }),
  find: ({ exposure, tools, flows }: ExposedServer) =>
    exposure.listeners
      .filter(({ reach, setting }) => reach === 'everywhere' || setting !== undefined)
      .flatMap((listener) => openRoutes({ tools, flows }, listener))
      .toSorted((a, b) => stepsInOtherFiles(a) - stepsInOtherFiles(b)),
})

/**
 * Counts the steps in other files. If one gap affects several listeners, the listener in the same file explains it
 * best.
 */
function stepsInOtherFiles({ spot, steps }: ExposureMatch): number {
  return steps.filter((step) => step.spot.path !== spot.path).length
}

type JudgedServer = Pick<ExposedServer, 'tools' | 'flows'>

/** Returns one match for each place where a change would protect routes, MCP routes first. */
function openRoutes(server: JudgedServer, listener: ExposedListener): readonly AuthenticationMatch[] {
  const address = listener.address ?? listener.spot
  const isExposed = listener.reach === 'everywhere'
  const open = listener.doors
    .filter(({ check, isOpen, isProtocol }) => check !== 'present' && (isProtocol || !isOpen))
    // An operator who changes the address can also set the key. Routes outside of MCP matter less.
    .filter(({ check, isProtocol }) => isExposed || (check !== 'optional' && isProtocol))
    .toSorted((a, b) => Number(b.isProtocol) - Number(a.isProtocol))
  const placeToChange = (route: ExposedRoute) =>
    route.gap ?? (isExposed ? (listener.asksSomewhere ? route.spot : address) : listener.spot)
  return [...Map.groupBy(open, (route) => `${route.check} ${displayPlace(placeToChange(route))}`).values()].flatMap(
    (routes) => {
      const [route] = routes
      return route ? [matchOf({ ...server, listener, address }, placeToChange(route), route, routes)] : []
    },
  )
}

function matchOf(
  {
    tools,
    flows,
    listener,
    address,
  }: JudgedServer & {
    readonly listener: ExposedListener
    readonly address: SourcePosition
  },
  spot: SourcePosition,
  route: ExposedRoute,
  routes: readonly ExposedRoute[],
): AuthenticationMatch {
  const labels = [...new Set(routes.map(({ label }) => label))]
  const run = runOf(flows, labels)
  return {
    spot,
    steps: [
      ...stepsOf(listener, route, address),
      ...(run ? [{ spot: run.sink, message: `a request can ${runTexts[run.kind]} here` }] : []),
    ],
    // If only the operator can expose the server, the default is safe. If the server has no check at all, no setting
    // can make it safe.
    severity:
      listener.reach === 'loopback' || listener.reach === 'unknown'
        ? 'low'
        : run
          ? 'high'
          : route.check === 'optional' || !route.isProtocol
            ? 'medium'
            : severityOfCalls(tools),
    precision: 'medium',
    arguments: {
      ...(listener.reach !== 'everywhere' &&
        listener.setting && {
          exposure: {
            by: listener.setting.name === '' ? 'condition' : 'setting',
            name: listener.setting.name,
            at: displayPlace(listener.setting.spot),
          },
        }),
      listenerKind: listener.kind,
      listensAt: displayPlace(address),
      check: route.check === 'optional' || route.check === 'unverified' ? route.check : 'none',
      checkedAt: route.gap ? displayPlace(route.gap) : route.label,
      isProtocol: route.isProtocol,
      routes: labels.slice(0, 3),
      otherRoutes: Math.max(labels.length - 3, 0),
      calls: toolCallsOf(tools),
      ...(run && { runs: { kind: run.kind, at: displayPlace(run.sink) } }),
    },
  }
}

const runTexts = { command: 'run a command', process: 'start a program', code: 'run code' } as const
type RunKind = keyof typeof runTexts

/** Returns what a request to one of these routes can run. */
function runOf(
  flows: ExposedServer['flows'],
  labels: readonly string[],
): { readonly kind: RunKind; readonly sink: SourcePosition } | undefined {
  for (const { kind, entry, source, flaws, undecided, steps } of flows) {
    const sink = steps.at(-1)
    if (!sink || !isRun(kind) || entry !== 'http-request' || flaws.length > 0 || undecided) continue
    if (source.owner !== undefined && labels.includes(source.owner))
      return { kind, sink: { path: sink.path, line: sink.line, column: sink.column } }
  }
  return undefined
}

function isRun(kind: string): kind is RunKind {
  return kind in runTexts
}

function titleOf({ check, isProtocol, routes, otherRoutes, exposure }: AuthenticationArguments): string {
  if (exposure)
    return exposure.by === 'setting'
      ? `Missing authentication if the setting "${exposure.name}" exposes the server`
      : 'Missing authentication if the server listens on every network interface'
  if (check === 'optional') return 'Missing authentication unless the operator sets a key'
  if (check === 'unverified') return 'Missing authentication: the token signature is not verified'
  const count = routes.length + otherRoutes
  if (!isProtocol && count > 1) return `Missing authentication on ${count} routes that change data`
  return `Missing authentication on ${isProtocol ? 'the MCP server' : (routes[0] ?? 'a route')}`
}

/** Formats routes: `POST /a, PUT /b, and 3 more routes`. */
function routesText({ routes, otherRoutes }: AuthenticationArguments): string {
  if (otherRoutes === 0) return routes.join(', ')
  return `${routes.join(', ')}, and ${otherRoutes} more ${otherRoutes === 1 ? 'route' : 'routes'}`
}

function listeningText({ listensAt, exposure }: AuthenticationArguments): string {
  if (!exposure) return `listens on every network interface (${listensAt})`
  return exposure.by === 'setting'
    ? `listens on loopback by default (${listensAt}). The setting "${exposure.name}" (${exposure.at}) can select ` +
        'every network interface'
    : `can listen on every network interface, depending on a condition (${exposure.at})`
}

function checkText(args: AuthenticationArguments): string {
  if (args.check === 'optional') return `the server's check accepts every caller if no key is set (${args.checkedAt})`
  if (args.check === 'unverified') return `the server's check does not verify the token signature (${args.checkedAt})`
  return `no authentication protects ${routesText(args)}`
}

function stepsOf(
  { spot, address: written, setting, reach }: ExposedListener,
  route: ExposedRoute,
  address: SourcePosition,
): readonly ExposureStep[] {
  return [
    { spot: route.spot, message: `handler of ${route.label}` },
    ...(route.gap
      ? [
          {
            spot: route.gap,
            message:
              route.check === 'optional'
                ? 'every caller is accepted if no key is set'
                : 'the token is read, but its signature is not verified',
          },
        ]
      : []),
    ...(reach !== 'everywhere' && setting
      ? [{ spot: setting.spot, message: exposureStep(setting.name) }]
      : written
        ? [{ spot: address, message: 'the address that selects every network interface' }]
        : []),
    { spot, message: 'the server listens' },
  ]
}

function exposureStep(setting: string): string {
  return setting === ''
    ? 'one branch selects every network interface'
    : `the setting \`${setting}\` can select every network interface`
}

import type { ExposedRoute, ExposedListener, SourcePosition } from '../../../analysis/server-surface/server-surface.ts'
import { exampleHttpServer, examplePythonServer, keyCheck, keyImports } from '../example-servers.ts'
import type { ExposureRule, Opening, OpenServer } from '../exposure-rule.ts'
import { harmOfCalls, severityOfCalls } from '../harm.ts'

export const missingAuthentication: ExposureRule = {
  document: {
    id: 'missing-authentication',
    title: 'Whoever reaches the port may call the server',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-306'],
    owaspMcp: ['MCP07:2025'],
    safeMcp: [],
    what:
      'A server answers requests of MCP, or of routes that change something, on every interface of the ' +
      'machine, and nothing on the way asks who calls: no middleware that comes first, no look at a header, ' +
      'no provider of OAuth, no key. A check counts as none where it reads a token without verifying its ' +
      'signature, and as optional where it lets everybody through until the operator sets a key. Addresses ' +
      'that only a setting names are left alone.',
    why:
      'Node listens on every interface unless it is told otherwise, and people start such servers on laptops ' +
      'in hotels, and in containers with published ports. Everybody in the same network calls the tools with ' +
      'the rights and keys of the one who started it.',
    remediation:
      'Listen on 127.0.0.1 unless the operator asks for more, and ask every caller for a token that is ' +
      'compared, or verified, before anything else is done; without a token that is set up, do not start.',
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
  judge: (server) =>
    server.exposure.listeners
      .filter(({ reach }) => reach === 'everywhere')
      .flatMap((listener) => openDoors(server, listener))
      .toSorted((a, b) => filesAway(a) - filesAway(b)),
}

/** Of several listeners that one gap opens, the one in the same file tells it best. */
function filesAway({ spot, steps }: Opening): number {
  return steps.filter((step) => step.spot.path !== spot.path).length
}

/**
 * Doors at which callers should be asked and are not: one opening for each place that would close them, the protocol's
 * first.
 */
function openDoors({ tools }: OpenServer, listener: ExposedListener): readonly Opening[] {
  const address = listener.address ?? listener.spot
  const open = listener.doors
    .filter(({ check, isOpen, isProtocol }) => check !== 'present' && (isProtocol || !isOpen))
    .toSorted((a, b) => Number(b.isProtocol) - Number(a.isProtocol))
  const spotOf = (door: ExposedRoute) => door.gap ?? (listener.asksSomewhere ? door.spot : address)
  return [...Map.groupBy(open, (door) => `${door.check} ${placeOf(spotOf(door))}`).values()].flatMap((doors) => {
    const [door] = doors
    return door
      ? [
          openingOf(
            { tools, listener, address },
            spotOf(door),
            door,
            doors.map(({ label }) => label),
          ),
        ]
      : []
  })
}

interface Opened {
  readonly tools: OpenServer['tools']
  readonly listener: ExposedListener
  readonly address: SourcePosition
}

function openingOf(
  { tools, listener, address }: Opened,
  spot: SourcePosition,
  door: ExposedRoute,
  labels: readonly string[],
): Opening {
  const worst = door.isProtocol ? severityOfCalls(tools) : 'medium'
  const named = labelsOf(labels)
  return {
    spot,
    steps: stepsOf(listener, door, address),
    title: titleOf(door, labels),
    message:
      `${listener.kind === 'sockets' ? 'The WebSocket server' : 'The server'} listens on every interface of ` +
      `the machine (${placeOf(address)}), and ${sentenceOf(door, named)}. Whoever is in the same network can ` +
      `${door.isProtocol ? harmOfCalls(tools) : `send ${named}`}.`,
    severity: door.check === 'optional' ? 'medium' : worst,
    precision: 'medium',
    remediation:
      'Listen on 127.0.0.1 by default, and ask each caller for a token before the request is answered: ' +
      '`requireBearerAuth` of the SDK, a middleware that compares a key in constant time, `auth` or ' +
      '`token_verifier` of FastMCP. Do not start without one beyond loopback.',
  }
}

function titleOf({ check, isProtocol, label }: ExposedRoute, labels: readonly string[]): string {
  if (check === 'optional') return 'Callers are only asked who they are once a key is set up'
  if (check === 'unverified') return 'Callers are let in by a token that nobody verifies'
  if (!isProtocol && labels.length > 1)
    return `${labels.length} routes that change something answer everybody who reaches the port`
  return `${isProtocol ? 'The MCP server' : label} answers everybody who reaches the port`
}

/** `POST /a, PUT /b and 3 others` */
function labelsOf(labels: readonly string[]): string {
  const distinct = [...new Set(labels)]
  const more = distinct.length - 3
  return `${distinct.slice(0, 3).join(', ')}${more > 0 ? ` and ${more} ${more === 1 ? 'other' : 'others'}` : ''}`
}

function sentenceOf({ check, gap, label }: ExposedRoute, named: string): string {
  if (check === 'optional')
    return `its check lets everybody through while no key is set up (${gap ? placeOf(gap) : label})`
  if (check === 'unverified')
    return `the token that it asks for is read without a look at its signature (${gap ? placeOf(gap) : label})`
  return `nothing asks who sends ${named}`
}

function stepsOf(
  { spot, address: written }: ExposedListener,
  door: ExposedRoute,
  address: SourcePosition,
): Opening['steps'] {
  return [
    { spot: door.spot, message: `${door.label} are answered here`.replace(/^([A-Z]+ \S+) are/, '$1 is') },
    ...(door.gap
      ? [
          {
            spot: door.gap,
            message:
              door.check === 'optional'
                ? 'everybody is let through here while no key is set up'
                : 'the token is read here, and its signature is not verified',
          },
        ]
      : []),
    ...(written ? [{ spot: address, message: 'the address is that of every interface' }] : []),
    { spot, message: 'the server listens here' },
  ]
}

function placeOf({ path, line }: SourcePosition): string {
  return `${path}, line ${line}`
}

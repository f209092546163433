import { mapFetched } from '../fetched.ts'
import { type Signal, signalOf, type Subject } from '../signal.ts'

/** Revisions of the Model Context Protocol, newest first (modelcontextprotocol.io/specification, "Versioning"). */
const protocolRevisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
const pointsOfRevision = [100, 85, 60, 35] as const

const factsOf = ({ project }: Subject) => mapFetched(project, ({ facts }) => facts)

export const protocolVersion: Signal = signalOf({
  id: 'protocol-version',
  area: 'compatibility',
  title: 'Newest protocol version',
  description:
    "Newest MCP protocol version in the server's code. Points: " +
    `${protocolRevisions.map((revision, index) => `${pointsOfRevision[index] ?? 0} for ${revision}`).join(', ')}. ` +
    'The signal has no value if protocol versions appear only in a library.',
  weight: 3,
  select: factsOf,
  judge({ protocolVersions: [newest] }) {
    if (newest === undefined) return 'The code does not contain a protocol version.'
    // The version of a draft counts as the newest revision, because it is later than all revisions in this list.
    const place = protocolRevisions.findIndex((revision) => revision <= newest)
    return { value: newest, score: pointsOfRevision[place] ?? 0 }
  },
})

export const transports: Signal = signalOf({
  id: 'transports',
  area: 'compatibility',
  title: 'Transports',
  description:
    'A server that supports either the stdio transport or the streamable HTTP transport earns 80 points. A server ' +
    'that supports both earns 100 points. A server that supports only the HTTP+SSE transport, which the protocol ' +
    'deprecates, earns 30 points.',
  weight: 2,
  select: factsOf,
  judge({ transports: offered }) {
    if (offered.length === 0) return 'The scan found no transport in the code.'
    const current = offered.filter((transport) => transport !== 'sse').length
    return { value: offered, score: current === 0 ? 30 : current === 1 ? 80 : 100 }
  },
})

export const engines: Signal = signalOf({
  id: 'engines',
  area: 'compatibility',
  title: 'Declared runtime',
  description: 'Whether the manifest declares the supported versions of Node or Python.',
  weight: 1,
  select: factsOf,
  judge({ engines: declared, requiresPython }) {
    const words = [
      ...Object.entries(declared).map(([name, range]) => `${name} ${range}`),
      ...(requiresPython === undefined ? [] : [`python ${requiresPython}`]),
    ]
    return { value: words, score: words.length > 0 ? 100 : 0 }
  },
})

export const typeDeclarations: Signal = signalOf({
  id: 'type-declarations',
  area: 'compatibility',
  title: 'Types',
  description: 'Whether the project provides type information: TypeScript, type declarations, or `py.typed`.',
  weight: 1,
  select: factsOf,
  judge: ({ hasTypes }) => ({ value: hasTypes, score: hasTypes ? 100 : 0 }),
})

export const platforms: Signal = signalOf({
  id: 'platforms',
  area: 'compatibility',
  title: 'Platforms',
  description:
    'A manifest without platform limits earns 100 points. A manifest that limits the server to three or more ' +
    'platforms earns 90 points. Two platforms earn 70 points, and one platform earns 50 points.',
  weight: 1,
  select: factsOf,
  judge: ({ platforms: named }) => ({
    value: named,
    score: named.length === 0 ? 100 : named.length === 1 ? 50 : named.length === 2 ? 70 : 90,
  }),
})

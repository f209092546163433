import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import type { RuleMatch } from '../../rule-match.ts'
import type { SettingsFile } from '../settings-file.ts'
import { itemsOf, textOf, under, type Value } from '../../../inventory/settings-files/value.ts'
import { composeServices, placeInCompose } from './compose-services.ts'
import { defineConfigurationRule } from '../configuration-rule.ts'

const of = (port: string, image = 'registry.example/shop:1.2') =>
  exampleFiles({ 'compose.yaml': `services:\n  shop:\n    image: ${image}\n    ports:\n      - ${port}` })

const ExposedPortArguments = z.object({
  service: z.string(),
  port: z.string(),
  /** Program that usually listens on the port. */
  program: z.string().optional(),
})
type ExposedPortMatch = RuleMatch & { readonly arguments: z.infer<typeof ExposedPortArguments> }

export const exposedPort = defineConfigurationRule({
  document: {
    id: 'exposed-port',
    title: 'Unrestricted port binding: a Compose file publishes a port on all network interfaces',
    category: 'configuration',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-668', 'CWE-1327'],
    owaspMcp: ['MCP07:2025'],
    safeMcp: [],
    what:
      'A Compose file publishes a port on all host addresses (`0.0.0.0`). A port without an address is reported only ' +
      'if it belongs to a database, a cache, or a debugger.',
    why:
      "Traffic to ports that Docker publishes can bypass the host's firewall. Development databases often have a " +
      'default password or no password, and debuggers run any code that they receive.',
    remediation:
      'Publish the port on the loopback address: `127.0.0.1:5432:5432`. Services in the same Compose file can ' +
      'reach each other without published ports.',
    examples: {
      bad: [of('"0.0.0.0:8080:8080"'), of('"5432:5432"', 'postgres:17.2'), of('9229')],
      good: [of('"127.0.0.1:5432:5432"', 'postgres:17.2'), of('"8080:8080"')],
    },
  },
  kinds: ['compose'],
  arguments: ExposedPortArguments,
  describe({ service, port, program }, { location }) {
    const path = location?.path ?? 'a Compose file'
    return {
      title: `Exposed port ${port} for service "${service}" in ${path}`,
      message:
        `${path} publishes port ${port} of the service "${service}" on all host addresses. ` +
        (program === undefined
          ? 'Other machines on the network can connect to it.'
          : `${program} usually listens on this port, and other machines on the network can connect to it.`),
    }
  },
  *find(file) {
    for (const { key, value } of composeServices(file)) {
      for (const port of itemsOf(under(value, 'ports'))) yield* publishedPorts(file, key, port)
    }
  },
})

/** Programs that other machines do not need to reach, by their usual port. */
const internalPrograms: Readonly<Record<string, string>> = {
  1433: 'SQL Server',
  1521: 'Oracle',
  2375: 'The Docker daemon',
  2379: 'etcd',
  3306: 'MySQL',
  5432: 'PostgreSQL',
  5984: 'CouchDB',
  6379: 'Redis',
  7474: 'Neo4j',
  7687: 'Neo4j',
  9042: 'Cassandra',
  9200: 'Elasticsearch',
  9300: 'Elasticsearch',
  11211: 'memcached',
  27017: 'MongoDB',
  28015: 'RethinkDB',
  5005: 'The Java debugger',
  5678: 'The Python debugger',
  9229: 'The Node debugger',
  6333: 'Qdrant',
  19530: 'Milvus',
}

const publishedPort = new RegExp(
  String.raw`^(?:(?<address>\[[\da-f:]*\]|\d{1,3}(?:\.\d{1,3}){3}|` +
    String.raw`\$\{[^}]{1,100}\}):)?(?:(?:\$\{[^}]{1,100}\}|[\d-]*):)?(?<container>\d{1,5})(?:-\d+)?(?:\/(?:tcp|` +
    String.raw`udp))?$`,
  'i',
)

/** Parses the short form `[address:][host:]container[/protocol]`, with variables, and the long form. */
function* publishedPorts(file: SettingsFile, service: string, port: Value): Generator<ExposedPortMatch> {
  const text =
    textOf(port) ??
    [textOf(under(port, 'host_ip')), textOf(under(port, 'published')), textOf(under(port, 'target'))]
      .filter((part) => part !== undefined)
      .join(':')
  const parts = publishedPort.exec(text.trim())?.groups
  if (!parts || (port.kind === 'mapping' && under(port, 'published') === undefined)) return
  const { address, container = '' } = parts
  const program = internalPrograms[container]
  const isEverywhere = address === '0.0.0.0' || address === '[::]' || /:-(?:0\.0\.0\.0|\[?::\]?)\}$/.test(address ?? '')
  if (!isEverywhere && (address !== undefined || program === undefined)) return
  yield {
    arguments: { service, port: container, ...(program !== undefined && { program }) },
    subject: `${service} ${container}`,
    at: placeInCompose(file, port.offset),
    severity: container === '2375' ? 'medium' : 'low',
  }
}

import { exampleFiles } from '../../example-files.ts'
import type { WordyConfigurationRule, Remark } from '../../remark.ts'
import type { SettingsFile } from '../settings-file.ts'
import { itemsOf, textOf, under, type Value } from '../../../inventory/settings-files/value.ts'
import { composeServices, placeInCompose } from './compose-services.ts'

const of = (port: string, image = 'registry.example/shop:1.2') =>
  exampleFiles({ 'compose.yaml': `services:\n  shop:\n    image: ${image}\n    ports:\n      - ${port}` })

export const exposedPort: WordyConfigurationRule = {
  document: {
    id: 'exposed-port',
    title: 'A port is opened to the whole network',
    category: 'configuration',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-668', 'CWE-1327'],
    owaspMcp: ['MCP07:2025'],
    safeMcp: [],
    what:
      'A compose file publishes a port on every address of the host by name (`0.0.0.0`), or that of a ' +
      'database, a cache or a debugger without saying where.',
    why:
      'Docker opens published ports past the firewall of the host. Databases of a development setup have ' +
      'known passwords or none, and a debugger runs what it is told.',
    remediation:
      'Publish on the machine itself: `127.0.0.1:5432:5432`. Services of one compose file reach each other ' +
      'without any published port.',
    examples: {
      bad: [of('"0.0.0.0:8080:8080"'), of('"5432:5432"', 'postgres:17.2'), of('9229')],
      good: [of('"127.0.0.1:5432:5432"', 'postgres:17.2'), of('"8080:8080"')],
    },
  },
  kinds: ['compose'],
  *find(file) {
    for (const { key, value } of composeServices(file)) {
      for (const port of itemsOf(under(value, 'ports'))) yield* published(file, key, port)
    }
  },
}

/** What listens on ports that are nobody else's business, by number. */
const inner: Readonly<Record<string, string>> = {
  1433: 'SQL Server',
  1521: 'Oracle',
  2375: 'the Docker daemon',
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
  5005: 'a debugger of Java',
  5678: 'a debugger of Python',
  9229: 'a debugger of Node',
  6333: 'Qdrant',
  19530: 'Milvus',
}

const publishedPort = new RegExp(
  String.raw`^(?:(?<address>\[[\da-f:]*\]|\d{1,3}(?:\.\d{1,3}){3}|` +
    String.raw`\$\{[^}]{1,100}\}):)?(?:(?:\$\{[^}]{1,100}\}|[\d-]*):)?(?<container>\d{1,5})(?:-\d+)?(?:\/(?:tcp|` +
    String.raw`udp))?$`,
  'i',
)

/** As people write them: `[address:][host:]container[/protocol]`, with variables, or in the long form. */
function* published(file: SettingsFile, service: string, port: Value): Generator<Remark> {
  const text =
    textOf(port) ??
    [textOf(under(port, 'host_ip')), textOf(under(port, 'published')), textOf(under(port, 'target'))]
      .filter((part) => part !== undefined)
      .join(':')
  const parts = publishedPort.exec(text.trim())?.groups
  if (!parts || (port.kind === 'mapping' && under(port, 'published') === undefined)) return
  const { address, container = '' } = parts
  const what = inner[container]
  const everywhere = address === '0.0.0.0' || address === '[::]' || /:-(?:0\.0\.0\.0|\[?::\]?)\}$/.test(address ?? '')
  if (!everywhere && (address !== undefined || what === undefined)) return
  yield {
    title: `The port ${container} of ${service} is opened to the network in ${file.path}`,
    message:
      `${file.path} publishes the port ${container} of ` +
      `${service}${what === undefined ? '' : `, where ${what} listens,`} on every address of the host.`,
    subject: `${service} ${container}`,
    at: placeInCompose(file, port.offset),
    severity: container === '2375' ? 'medium' : 'low',
  }
}

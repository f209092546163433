import { exampleFiles } from '../../example-files.ts'
import { displayAddress } from '../../display-text.ts'
import type { WordyConfigurationRule } from '../../remark.ts'
import { clientServers } from '../../../inventory/settings-files/client-servers.ts'
import { isNearAddress } from './near-address.ts'

const of = (url: string) =>
  exampleFiles({ '.mcp.json': JSON.stringify({ mcpServers: { shop: { type: 'http', url } } }, undefined, 2) })

export const clientConfigPlainHttp: WordyConfigurationRule = {
  document: {
    id: 'client-config-plain-http',
    title: 'An MCP client calls a server without encryption',
    category: 'configuration',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-319'],
    owaspMcp: ['MCP07:2025'],
    safeMcp: [],
    what:
      'The committed settings of an MCP client name a server by `http:` that is neither on the machine itself ' +
      'nor in its own network.',
    why:
      'Whoever is on the way reads the tokens and the conversation, and writes the descriptions of tools that ' +
      'the model follows.',
    remediation: 'Call the server by `https:`.',
    examples: {
      bad: [of('http://mcp.example.com/mcp'), of('http://203.0.113.9:8080/sse')],
      good: [of('https://mcp.example.com/mcp'), of('http://localhost:8080/mcp'), of('http://192.168.1.20/mcp')],
    },
  },
  kinds: ['client'],
  *find(file) {
    for (const { name, url, args } of clientServers(file)) {
      for (const place of [...(url ? [url] : []), ...args]) {
        if (!/^(?:http|ws):\/\//i.test(place.text) || isNearAddress(place.text)) continue
        yield {
          title: `The server ${name} is called without encryption in ${file.path}`,
          message:
            `${file.path} names the server ${name} by an address of \`http:\`: whoever is on the way can read ` +
            'and change what goes there.',
          subject: name,
          at: file.placeAt(place.offset, displayAddress(place.text)),
        }
      }
    }
  },
}

import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import { displayAddress } from '../../display-text.ts'
import { clientServers } from '../../../inventory/settings-files/client-servers.ts'
import { isLocalAddress } from './local-address.ts'
import { defineConfigurationRule } from '../configuration-rule.ts'

const of = (url: string) =>
  exampleFiles({ '.mcp.json': JSON.stringify({ mcpServers: { shop: { type: 'http', url } } }, undefined, 2) })

export const clientConfigPlainHttp = defineConfigurationRule({
  document: {
    id: 'client-config-plain-http',
    title: 'Cleartext transmission: an MCP client connects to a server without encryption',
    category: 'configuration',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-319'],
    owaspMcp: ['MCP07:2025'],
    safeMcp: [],
    what:
      'The committed settings of an MCP client specify an `http:` or `ws:` URL for a server. Local and private ' +
      'addresses are not reported.',
    why:
      'An attacker on the network path can read tokens and conversations. The attacker can also change the tool ' +
      'descriptions that the model follows.',
    remediation: 'Use an `https:` or `wss:` URL for the server.',
    examples: {
      bad: [of('http://mcp.example.com/mcp'), of('http://203.0.113.9:8080/sse')],
      good: [of('https://mcp.example.com/mcp'), of('http://localhost:8080/mcp'), of('http://192.168.1.20/mcp')],
    },
  },
  kinds: ['client'],
  arguments: z.object({ server: z.string() }),
  describe({ server }, { location }) {
    const path = location?.path ?? 'the settings'
    return {
      title: `Cleartext connection to server "${server}" in ${path}`,
      message:
        `${path} specifies an unencrypted URL for the MCP server "${server}". An attacker on the network path ` +
        'can read and change the traffic.',
    }
  },
  *find(file) {
    for (const { name, url, args } of clientServers(file)) {
      for (const value of [...(url ? [url] : []), ...args]) {
        if (!/^(?:http|ws):\/\//i.test(value.text) || isLocalAddress(value.text)) continue
        yield {
          arguments: { server: name },
          subject: name,
          at: file.placeAt(value.offset, displayAddress(value.text)),
        }
      }
    }
  },
})

import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import type { RuleMatch } from '../../rule-match.ts'
import { maskedSetting } from '../secret-setting.ts'
import { exampleSecret } from '../example-secret.ts'
import type { SettingsFile } from '../settings-file.ts'
import { type ClientServer, clientServers } from '../../../inventory/settings-files/client-servers.ts'
import { defineConfigurationRule } from '../configuration-rule.ts'
import { secretsOf, type ServerSecret } from './server-secrets.ts'

const of = (server: object) =>
  exampleFiles({ '.mcp.json': JSON.stringify({ mcpServers: { shop: server } }, undefined, 2) })

/** `setting`: a named environment variable, header, or option. `argument`: part of a command-line argument. */
const SecretPlace = z.enum(['setting', 'argument', 'url'])

const SecretArguments = z.object({ server: z.string(), place: SecretPlace, setting: z.string().optional() })

export const clientConfigSecret = defineConfigurationRule({
  document: {
    id: 'client-config-secret',
    title: 'Hard-coded credential: the committed settings of an MCP client contain a secret',
    category: 'configuration',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-798', 'CWE-540'],
    owaspMcp: ['MCP01:2025'],
    safeMcp: ['SAFE-T1502'],
    what:
      "A file such as `.mcp.json` or `.cursor/mcp.json` contains a server's key, token, or password. The secret " +
      "is in the server's environment, headers, arguments, or URL. Variables, inputs, and placeholders are not " +
      'reported.',
    why:
      'The file is committed to the repository. Anyone with access to the project, and any agent that reads the ' +
      'file, can see the secret.',
    remediation:
      'Revoke the secret and create a new one. In the file, replace the secret with a variable ' +
      '(`"${env:SHOP_TOKEN}"` or `"${SHOP_TOKEN}"`), or let the client prompt for the secret (`inputs`).',
    examples: {
      bad: [
        of({ command: 'node', args: ['server.js'], env: { SHOP_TOKEN: exampleSecret } }),
        of({ url: 'https://mcp.example/mcp', headers: { Authorization: `Bearer ${exampleSecret}` } }),
        of({ command: 'node', args: ['server.js', '--api-key', exampleSecret] }),
      ],
      good: [
        of({ command: 'node', args: ['server.js'], env: { SHOP_TOKEN: '${SHOP_TOKEN}' } }),
        of({ command: 'node', args: ['server.js'], env: { SHOP_TOKEN: 'your-token-here', LOG_LEVEL: 'debug' } }),
        of({ command: 'node', args: ['server.js', '--token-file', '/run/secrets/shop'] }),
      ],
    },
  },
  kinds: ['client'],
  arguments: SecretArguments,
  describe({ server, place, setting = 'a setting' }, { location }) {
    const path = location?.path ?? 'the settings'
    const secret = {
      setting: `the value of ${setting} for`,
      argument: 'a credential in an argument of',
      url: 'a credential in the URL of',
    }[place]
    return {
      title: `Hard-coded credential for server "${server}" in ${path}`,
      message:
        `${path} contains ${secret} the MCP server "${server}". Anyone with access to the file can read the ` +
        'credential.',
    }
  },
  *find(file) {
    for (const server of clientServers(file))
      for (const { place, offset, secret } of secretsOf(server)) yield matchOf(file, server, { place, offset, secret })
  },
})

function matchOf(
  file: SettingsFile,
  { name }: ClientServer,
  { place, offset, secret }: ServerSecret,
): RuleMatch & { readonly arguments: z.infer<typeof SecretArguments> } {
  const key = typeof place === 'string' ? place : place.setting
  return {
    arguments: { server: name, ...(typeof place === 'string' ? { place } : { place: 'setting', ...place }) },
    subject: `${name} ${key}`,
    at: file.placeAt(offset, maskedSetting(key, secret, ': ')),
  }
}

import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import type { RuleMatch } from '../../rule-match.ts'
import { isSecretName, isSecretValue, maskedSetting, passwordInAddress } from '../secret-setting.ts'
import { exampleSecret } from '../example-secret.ts'
import type { SettingsFile } from '../settings-file.ts'
import { textOf } from '../../../inventory/settings-files/value.ts'
import { type ClientServer, clientServers } from '../../../inventory/settings-files/client-servers.ts'
import { defineConfigurationRule } from '../configuration-rule.ts'

const of = (server: object) =>
  exampleFiles({ '.mcp.json': JSON.stringify({ mcpServers: { shop: server } }, undefined, 2) })

/** `setting`: an environment variable, header, or option with a name. `argument`: part of a command line argument. */
const SecretPlace = z.enum(['setting', 'argument', 'url'])

const SecretArguments = z.object({ server: z.string(), place: SecretPlace, setting: z.string().optional() })
type SecretMatch = RuleMatch & { readonly arguments: z.infer<typeof SecretArguments> }

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
      'The file is committed to the repository. Anyone with access to the project can read the secret, and so can ' +
      'every agent that reads the file.',
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
    for (const server of clientServers(file)) {
      for (const { key, value } of server.settings) {
        const text = textOf(value) ?? ''
        const secret =
          (isSecretName(key) || /^(?:proxy-)?authorization$/i.test(key)) && isSecretValue(text)
            ? text
            : passwordInAddress(text)
        if (secret !== undefined) yield matchOf(file, server, { setting: key }, value.offset, secret)
      }
      yield* secretsInArguments(file, server)
      const secret = passwordInAddress(server.url?.text ?? '') ?? tokenInAddress(server.url?.text ?? '')
      if (server.url && secret !== undefined) yield matchOf(file, server, 'url', server.url.offset, secret)
    }
  },
})

function* secretsInArguments(file: SettingsFile, server: ClientServer): Generator<SecretMatch> {
  for (const [index, { text, offset }] of server.args.entries()) {
    const [, option = '', joined] =
      /^--?([a-z][\w-]{1,60})(?:[=:](.{1,2000}))?$/is.exec(text) ??
      /^([A-Z][A-Z\d_]{2,60})=(.{1,2000})$/s.exec(text) ??
      /^(authorization|x-[\w-]{1,40}):\s?(.{1,2000})$/is.exec(text) ??
      []
    const next = joined === undefined ? server.args[index + 1] : undefined
    const value = joined ?? next?.text ?? ''
    const isNamed = isSecretName(option) || /^authorization$/i.test(option)
    const secret =
      isNamed && !value.startsWith('-') && isSecretValue(value)
        ? value
        : (passwordInAddress(text) ?? tokenInAddress(text))
    if (secret !== undefined)
      yield matchOf(
        file,
        server,
        isNamed ? { setting: option } : 'argument',
        next && isNamed ? next.offset : offset,
        secret,
      )
  }
}

/** Returns a secret in the query of a URL. */
function tokenInAddress(address: string): string | undefined {
  for (const [, name = '', value = ''] of address.slice(0, 2_000).matchAll(/[?&]([\w.-]{1,60})=([^&#\s]{1,500})/g))
    if (isSecretName(name) && isSecretValue(value)) return value
  return undefined
}

function matchOf(
  file: SettingsFile,
  { name }: ClientServer,
  place: { readonly setting: string } | 'argument' | 'url',
  offset: number,
  secret: string,
): SecretMatch {
  const key = typeof place === 'string' ? place : place.setting
  return {
    arguments: { server: name, ...(typeof place === 'string' ? { place } : { place: 'setting', ...place }) },
    subject: `${name} ${key}`,
    at: file.placeAt(offset, maskedSetting(key, secret, ': ')),
  }
}

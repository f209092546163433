/** A server that a client starts with `npx -y some-server@1.2.3` and a secret in its environment. */
interface WrittenServer {
  readonly name: string
  readonly secret: string
}

const jetbrainsXml = (component: string, { name, secret }: WrittenServer) => `<application>
  <component name="${component}"><commands><McpServerCommand>
    <option name="enabled" value="true" /><option name="name" value="${name}" />
    <option name="programPath" value="npx" /><option name="arguments" value="-y some-server@1.2.3" />
    <envs><env name="GITHUB_TOKEN" value="${secret}" /></envs>
  </McpServerCommand></commands></component>
</application>`

const commandOf = ({ secret }: WrittenServer) => ({
  command: 'npx',
  args: ['-y', 'some-server@1.2.3'],
  env: { GITHUB_TOKEN: secret },
})

const keyed = (server: WrittenServer) => ({ [server.name]: commandOf(server) })

/** Format of a client's server entries, by the suffix of its settings path. */
const formats: readonly (readonly [end: RegExp, content: (server: WrittenServer) => string])[] = [
  [/llm\.mcpServers\.xml$/, (server) => jetbrainsXml('McpApplicationServerCommands', server)],
  [/workspace\.xml$/, (server) => jetbrainsXml('McpProjectServerCommands', server)],
  [
    /Claude Extensions/,
    (server) =>
      JSON.stringify({ name: server.name, version: '1.0.0', server: { type: 'node', mcp_config: commandOf(server) } }),
  ],
  [
    /(?:Code[^/\\]*|VSCodium)[/\\]User[/\\](?:profiles[/\\].*)?mcp\.json$|\.vscode[/\\]mcp\.json$/,
    (server) => JSON.stringify({ servers: keyed(server) }),
  ],
  [
    /(?:Code[^/\\]*|VSCodium)[/\\]User[/\\]settings\.json$|\.vscode[/\\]settings\.json$/,
    (server) => JSON.stringify({ mcp: { servers: keyed(server) } }),
  ],
  [
    /[zZ]ed[/\\]settings\.json$/,
    ({ name, secret }) => `{ // Zed
"context_servers": { "${name}": { "command": {
  "path": "npx", "args": ["-y", "some-server@1.2.3"], "env": { "GITHUB_TOKEN": "${secret}" } }, } } }`,
  ],
  [
    /\.toml$/,
    ({ name, secret }) =>
      `[mcp_servers.${name}]\ncommand = "npx"\nargs = ["-y", "some-server@1.2.3"]\n` +
      `[mcp_servers.${name}.env]\nGITHUB_TOKEN = "${secret}"\n`,
  ],
  [
    /goose.*\.yaml$/,
    ({ name, secret }) =>
      `extensions:\n  ${name}:\n    type: stdio\n    enabled: true\n    cmd: npx\n    args: [-y, some-server@1.2.3]\n` +
      `    envs:\n      GITHUB_TOKEN: ${secret}\n`,
  ],
  [
    /\.continue.*\.yaml$/,
    ({ name, secret }) =>
      `mcpServers:\n  - name: ${name}\n    command: npx\n    args: ["-y", "some-server@1.2.3"]\n` +
      `    env:\n      GITHUB_TOKEN: ${secret}\n`,
  ],
  [
    /opencode\.json$/,
    ({ name, secret }) =>
      JSON.stringify({
        mcp: {
          [name]: {
            type: 'local',
            command: ['npx', '-y', 'some-server@1.2.3'],
            environment: { GITHUB_TOKEN: secret },
          },
        },
      }),
  ],
  [
    /\.claude\.json$/,
    (server) =>
      JSON.stringify({
        mcpServers: keyed(server),
        projects: { '/work/shop': { mcpServers: { shop: commandOf(server) } } },
      }),
  ],
]

/** Returns the content of a settings file with one server. */
export function clientSettings(path: string, server: WrittenServer): string {
  const content = formats.find(([end]) => end.test(path))?.[1]
  return content ? content(server) : JSON.stringify({ mcpServers: keyed(server) })
}

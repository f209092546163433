import { describe, expect, it } from 'vitest'
import { configuration } from '../../../../src/engine/rules/configuration/detector.ts'
import { exampleSecret } from '../../../../src/engine/rules/configuration/example-secret.ts'
import { configurationLimits } from '../../../../src/engine/inventory/settings-files/settings-file-limits.ts'
import { noFlows } from '../../../../src/engine/analysis/flow.ts'
import { runDetectors } from '../../../../src/engine/rules/run-detectors.ts'
import { projectSnapshot } from '../../inventory/project-snapshot.ts'
import { findBy } from '../find-by.ts'

const reported = async (files: Record<string, string>) =>
  (await findBy(configuration, files)).map(
    ({ ruleId, severity, location }) => `${ruleId} ${severity} ${location?.path}:${location?.startLine}`,
  )
const inWorkflow = async (text: string) =>
  (await reported({ '.github/workflows/a.yml': text })).map((line) => line.replace('.github/workflows/a.yml:', ''))
const steps = (on: string, ...lines: string[]) =>
  `on: ${on}\npermissions:\n  contents: write\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    ` +
  `steps:\n${lines.map((line) => `      ${line}`).join('\n')}`

describe('scripts of workflows', () => {
  it.each([
    [
      'a title in a block',
      steps('issues', '- run: |', '    echo a', '    echo "${{ github.event.issue.title }}"'),
      ['workflow-script-injection high 10'],
    ],
    [
      'brackets for a dot',
      steps('issues', "- run: echo ${{ github['event']['issue']['body'] }}"),
      ['workflow-script-injection high 8'],
    ],
    [
      'the whole event as JSON',
      steps('issues', "- run: echo '${{ toJSON(github.event) }}'"),
      ['workflow-script-injection high 8'],
    ],
    [
      'a script of an action',
      steps(
        'pull_request_target',
        '- uses: ./script',
        '  with:',
        '    script: return "${{ github.event.pull_request.title }}"',
      ),
      ['workflow-script-injection high 10'],
    ],
    [
      'a branch of a pull request, which has no rights',
      steps('pull_request', '- run: git log ${{ github.head_ref }}'),
      ['workflow-script-injection medium 8'],
    ],
    [
      'a variable that is evaluated again',
      steps('issues', '- env: { TITLE: "${{ github.event.issue.title }}" }', '  run: eval "$TITLE"'),
      ['workflow-script-injection high 9'],
    ],
    [
      'a comparison, which inserts no input',
      steps('issues', "- run: echo ${{ github.event.issue.title == 'bug' && 'a bug' || 'no bug' }}"),
      [],
    ],
    ['a number', steps('issues', '- run: gh issue close ${{ github.event.issue.number }}'), []],
    ['an input of those who may start it', steps('workflow_dispatch', '- run: ./deploy ${{ inputs.target }}'), []],
    [
      'an alias as often as its anchor',
      `${steps('issues', '- &step', '  run: echo ${{ github.event.issue.title }}')}\n  b:\n    steps:\n      - *step`,
      ['workflow-script-injection high 9', 'workflow-script-injection high 9'],
    ],
  ])('%s', async (_what, text, expected) => {
    expect(await inWorkflow(text)).toEqual(expected)
  })

  it.each([
    '%YAML 9.9\n---\n: :\n',
    'jobs: &a [*a, *a]',
    `a: &a [${'*a,'.repeat(2_000)}]`,
    '\0\uFFFF',
    'on: 1\njobs: text',
  ])('are left where YAML cannot be read: %#', async (text) => {
    expect(await inWorkflow(text)).toEqual([])
  })

  it.each([`a: ${'['.repeat(3_000)}`, `on: push\njobs: ${'{a: '.repeat(2_000)}`])(
    'are reported as not analyzed where YAML nests without an end: %#',
    async (text) => {
      await expect(inWorkflow(text)).rejects.toThrow('is nested too deeply')
    },
  )
})

describe('what a project uses from others', () => {
  it('is reported once for all workflows', async () => {
    const text = steps('push', '- uses: acme/tool@v1', '- uses: acme/tool@v1')
    const found = await findBy(configuration, { '.github/workflows/a.yml': text, '.github/workflows/b.yml': text })
    expect(found.map(({ location }) => location?.path)).toEqual(['.github/workflows/a.yml'])
    expect(found[0]?.message).toContain('3 more places')
  })

  it('keeps its fingerprint when lines are put before it', async () => {
    const text = steps('push', '- uses: acme/tool@v1')
    const [before] = await findBy(configuration, { '.github/workflows/a.yml': text })
    const [after] = await findBy(configuration, { '.github/workflows/a.yml': `# more\n\n${text}` })
    expect(after?.fingerprint).toBe(before?.fingerprint)
    expect(after?.location?.startLine).toBe((before?.location?.startLine ?? 0) + 2)
  })
})

describe('containers', () => {
  it.each([
    [
      'a user of the stage that this one builds on',
      { Dockerfile: 'FROM node:24.1 AS base\nUSER node\nFROM base\nCMD ["a"]' },
      [],
    ],
    [
      'a user of a stage outside the image',
      { Dockerfile: 'FROM node:24.1 AS build\nUSER node\nFROM node:24.1\nCOPY --from=build /a /a\nCMD ["a"]' },
      ['docker-root-user low Dockerfile:3'],
    ],
    ['an entry point that drops root', { Dockerfile: 'FROM node:24.1\nENTRYPOINT ["gosu", "node", "a"]' }, []],
    [
      'a pipe in a continued line, by its own line',
      {
        Dockerfile:
          'FROM node:24.1\nRUN apt-get update \\\n  # why\n  && curl -fsSL https://get.example/a \\\n  | ' +
          'bash\nUSER node',
      },
      ['docker-remote-script low Dockerfile:4'],
    ],
    [
      'a pipe within a here-document',
      { Dockerfile: 'FROM node:24.1\nRUN <<EOF\nset -e\ncurl http://get.example/a | sh\nEOF\nUSER node' },
      ['docker-remote-script medium Dockerfile:4'],
    ],
    [
      'a secret of a stage of the image, and not of another stage',
      {
        Dockerfile:
          `FROM node:24.1 AS build\nENV API_TOKEN=${exampleSecret}\nFROM node:24.1\nENV ` +
          `API_TOKEN=${exampleSecret}\nUSER node`,
      },
      ['docker-build-secret medium Dockerfile:4'],
    ],
    [
      'an address with a password in a compose file',
      {
        'docker-compose.yml':
          `services:\n  a:\n    image: acme/a:1.2\n    environment:\n      - ` +
          `DATABASE_URL=postgres://shop:${exampleSecret}@db/shop`,
      },
      ['docker-build-secret medium docker-compose.yml:5'],
    ],
    [
      'passwords of a setup for one machine',
      {
        'docker-compose.yml':
          'services:\n  a:\n    image: postgres:17.2\n    environment:\n      POSTGRES_PASSWORD: postgres\n ' +
          '     PGPASSWORD: ${PASSWORD:-admin123}',
      },
      [],
    ],
    [
      'the long form of a port',
      {
        'compose.yml':
          'services:\n  a:\n    image: redis:7.4\n    ports:\n      - target: 6379\n        published: ' +
          '"6379"\n        host_ip: 127.0.0.1',
      },
      [],
    ],
    [
      'an example',
      {
        'examples/Dockerfile': 'FROM node\nCMD ["a"]',
        'docs/.mcp.json': '{"mcpServers":{"a":{"command":"npx","args":["a"]}}}',
      },
      [],
    ],
  ])('%s', async (_what, files, expected) => {
    expect(await reported(files)).toEqual(expected)
  })
})

describe('settings of clients', () => {
  const server = (text: string) => `{ // for all\n "mcpServers": {\n  "shop": ${text},\n } }`
  it.each([
    [
      '.cursor/mcp.json',
      server('{ "command": "cmd", "args": ["/c", "npx", "-y", "shop-server"] }'),
      ['client-config-unpinned low'],
    ],
    [
      '.vscode/mcp.json',
      '{"servers":{"shop":{"command":"npx","args":["-y","--package=shop-server@1.2.3","shop"]}}}',
      [],
    ],
    [
      '.vscode/settings.json',
      `{"editor.tabSize":2,"mcp":{"servers":{"shop":{"url":"https://mcp.example.com/?token=${exampleSecret}"}}}}`,
      ['client-config-secret medium'],
    ],
    [
      '.mcp.json',
      server('{ "command": "uvx", "args": ["--from", "git+https://git.example/acme/shop", "shop"] }'),
      ['client-config-unpinned low'],
    ],
    [
      '.mcp.json',
      server('{ "command": "docker", "args": ["run", "--rm", "-e", "TOKEN", "registry.example:5000/acme/shop:1.2"] }'),
      [],
    ],
    ['.mcp.json', server('{ "command": "npx -y shop-server@next" }'), ['client-config-unpinned low']],
    ['.mcp.json', server('{ "command": "pnpm", "args": ["start"] }'), []],
    [
      '.vscode/mcp.json',
      '{ /* all */ "servers": { "shop": { "command": "npx", "args": ["-y", "shop-server"], }, }, } // end',
      ['client-config-unpinned low'],
    ],
    ['mcp.json', server('{ "command": "npx", "args": ["-y", "shop-server",] }'), ['client-config-unpinned low']],
    ['.mcp.json', '[1, {]', []],
    [
      '.codex/config.toml',
      'model = "a"\n[mcp_servers.shop]\ncommand = "npx"\nargs = ["-y", "shop-server"]',
      ['client-config-unpinned low'],
    ],
    [
      '.codex/config.toml',
      `mcp_servers.shop = { url = "https://mcp.example.com/mcp", http_headers = { "X-Api-Key" = "${exampleSecret}" } }`,
      ['client-config-secret medium'],
    ],
    [
      '.codex/config.toml',
      '[mcp_servers.shop]\ncommand = "npx"\nargs = ["-y", "shop-server@1.2.3"]\nenv_vars = ' +
        '["SHOP_TOKEN"]\nbearer_token_env_var = "SHOP_TOKEN"',
      [],
    ],
    ['.codex/config.toml', '[mcp_servers.shop\ncommand = "npx"', []],
    ['other/config.toml', '[mcp_servers.shop]\ncommand = "npx"\nargs = ["-y", "shop-server"]', []],
    [
      'claude_desktop_config.json',
      server('{ "command": "npx", "args": ["mcp-remote@1.0.0", "http://198.51.100.7/sse"] }'),
      ['client-config-plain-http medium'],
    ],
  ])('%s %#', async (path, text, expected) => {
    expect(
      (await findBy(configuration, { [path]: text })).map(({ ruleId, severity }) => `${ruleId} ${severity}`),
    ).toEqual(expected)
  })

  it('are reported as not analyzed where TOML nests without an end', async () => {
    await expect(findBy(configuration, { '.codex/config.toml': `a = ${'['.repeat(20_000)}` })).rejects.toThrow(
      'is nested too deeply',
    )
  })

  it('report the lines of TOML without its comments', async () => {
    const text =
      `# SHOP_TOKEN = "a"\n[mcp_servers."a shop"]\ncommand = "npx"\n  # args = []\nargs = [\n  "-y",\n  ` +
      `"shop-server",\n]\n\n[mcp_servers."a shop".env]\nSHOP_TOKEN = "${exampleSecret}"\n`
    const found = await findBy(configuration, { '.codex/config.toml': text })
    expect(found.map(({ ruleId, location }) => `${ruleId} ${location?.startLine}`).sort()).toEqual([
      'client-config-secret 11',
      'client-config-unpinned 7',
    ])
    expect(JSON.stringify(found)).not.toContain(exampleSecret.slice(4, 12))
  })

  it('of TOML are read in time, however many keys they have', async () => {
    const text = `[mcp_servers.a.env]\n${Array.from(
      { length: 4_000 },
      (_, index) => `a${'a'.repeat(index % 3)}_${index} = "aa"`,
    ).join('\n')}`.slice(0, configurationLimits.maxFileBytes)
    const before = process.cpuUsage()
    expect(await findBy(configuration, { '.codex/config.toml': text.slice(0, text.lastIndexOf('\n')) })).toEqual([])
    expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(2)
  })

  it('show nothing of a secret', async () => {
    const files = {
      '.mcp.json': server(
        `{ "command": "node", "env": { "SHOP_TOKEN": "${exampleSecret}" }, "args": ["--password=${exampleSecret}"] }`,
      ),
      '.npmrc': `//a.example/:_authToken=${exampleSecret}`,
      Dockerfile: `FROM a:1.2\nENV A_SECRET ${exampleSecret}`,
    }
    const found = await findBy(configuration, files)
    expect(found.map(({ ruleId }) => ruleId).sort()).toEqual([
      'client-config-secret',
      'client-config-secret',
      'docker-build-secret',
      'registry-config-token',
    ])
    expect(JSON.stringify(found)).not.toContain(exampleSecret.slice(4, 12))
  })
})

describe('files that are too large', () => {
  it('are a coverage gap and make the detector partial', async () => {
    const snapshot = projectSnapshot({ '.github/workflows/a.yml': `# ${'a'.repeat(configurationLimits.maxFileBytes)}` })
    const { coverage } = await runDetectors(
      { snapshot, components: [], advisoryMatches: [], flows: noFlows, signal: new AbortController().signal },
      [configuration],
    )
    expect(coverage).toMatchObject([{ status: 'partial', reason: expect.stringContaining('.github/workflows/a.yml') }])
  })
})
